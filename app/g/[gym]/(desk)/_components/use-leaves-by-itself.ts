import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '#components/ui/open-dialogs.ts';
import { msToTakeBack } from '#lib/browser/clock/time-left.ts';
import { factsOf, type Verdict, visitOf } from '#lib/wire/verdict.ts';

const shortestStayMs = 6_000;
const lookAgainAfterMs = 1_000;

interface LeavesByItself {
  panel: RefObject<HTMLElement | null>;
  /** Null while nothing is shown. */
  verdict: Verdict | null;
  clockAheadMs: number;
  leave(): void;
}

/**
 * Closes the panel of a plain admission on other pages by a timer, once the visit can no longer be undone and unless the
 * pointer or the focus is in the panel, or a dialog is open: one that was opened from the panel closes with it. All
 * other verdicts stay until closed.
 */
export function useLeavesByItself({ panel, verdict, clockAheadMs, leave }: LeavesByItself): void {
  const leaveNow = useEffectEvent(leave);
  const plain = verdict !== null && factsOf(verdict).isPlain ? verdict : null;
  const visit = plain && visitOf(plain);
  const undoUntil = visit?.undoUntil ? Date.parse(visit.undoUntil) - clockAheadMs : 0;
  // another verdict restarts the timer
  const tapId = plain?.tapId;

  useEffect(() => {
    if (tapId === undefined) return;
    const leaveUnlessInUse = () => {
      const isInUse = isDialogOpen() || panel.current?.matches(':hover, :focus-within');
      if (isInUse) timer = setTimeout(leaveUnlessInUse, lookAgainAfterMs);
      else leaveNow();
    };
    let timer = setTimeout(leaveUnlessInUse, Math.max(shortestStayMs, msToTakeBack(undoUntil)));
    return () => clearTimeout(timer);
  }, [panel, undoUntil, tapId]);
}
