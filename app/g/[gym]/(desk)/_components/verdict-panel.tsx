'use client';

import { useRef, useState } from 'react';
import { SidePanel } from '#components/check-in/side-panel.tsx';
import { shownVerdict } from '#lib/browser/taps/verdict-history.ts';
import { CurrentVerdict } from './current-verdict.tsx';
import { KeptHere } from './kept-here.tsx';
import { useReception } from './reception-context.ts';
import { useLeavesByItself } from './use-leaves-by-itself.ts';
import { type SeenOnLeaving, verdictMarkOf } from './use-seen-on-leaving.ts';
import { useWaitingTaps } from './use-waiting-taps.ts';

const nothing: ReadonlySet<string> = new Set();

/** Identifies the listed taps: one that was waiting when the panel was closed, and is refused since, is a new item. */
export const listedOf = (
  waiting: readonly { tapId: string }[],
  unseen: readonly string[],
  unreadable: readonly string[],
): string[] => [
  ...waiting.map(({ tapId }) => `waiting ${tapId}`),
  ...unseen.map((tapId) => `unseen ${tapId}`),
  ...unreadable.map((tapId) => `unreadable ${tapId}`),
];

/**
 * The verdict of a scan on pages other than the check-in, with waiting and unseen taps. Closed, the panel opens again for
 * new items.
 */
export function VerdictPanel({ seen, isReplaced }: { seen: SeenOnLeaving; isReplaced: boolean }) {
  const { history, lookingUp, clockAheadMs, taps } = useReception();
  const panel = useRef<HTMLElement>(null);
  const waiting = useWaitingTaps();
  const verdict = shownVerdict(history);
  const current = verdictMarkOf(verdict);
  const [closedVerdict, setClosedVerdict] = useState(() => (seen.current === undefined ? current : seen.current));
  const [closed, setClosed] = useState(nothing);
  const isVerdictOpen = lookingUp !== null || (current !== null && current !== closedVerdict);
  useLeavesByItself({
    panel,
    verdict: isVerdictOpen && !lookingUp ? verdict : null,
    clockAheadMs,
    leave: () => setClosedVerdict(current),
  });
  const listed = listedOf(waiting, history.unseenTapIds, taps.unreadable);
  if (!isVerdictOpen && listed.every((each) => closed.has(each))) return null;
  const close = () => {
    setClosedVerdict(current);
    setClosed(new Set(listed));
  };
  return (
    <SidePanel ref={panel} unseenCount={history.unseenTapIds.length} isReplaced={isReplaced} onClose={close}>
      <KeptHere />
      {isVerdictOpen && <CurrentVerdict />}
    </SidePanel>
  );
}
