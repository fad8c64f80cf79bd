'use client';

import { useRef, useState } from 'react';
import { SidePanel } from '#components/check-in/side-panel.tsx';
import { WaitingTaps } from '#components/check-in/waiting-taps.tsx';
import { shownVerdict } from '#lib/taps/verdict-history.ts';
import { CurrentVerdict } from './current-verdict.tsx';
import { useReception } from './reception-context.ts';
import { useLeavesByItself } from './use-leaves-by-itself.ts';
import { type SeenOnLeaving, verdictMarkOf } from './use-seen-on-leaving.ts';

/** The verdict of a scan on a page other than the check-in: it comes up beside what somebody is doing there. */
export function VerdictPanel({ seen }: { seen: SeenOnLeaving }) {
  const { history, lookingUp, taps, location, clockAheadMs, retryNow } = useReception();
  const panel = useRef<HTMLElement>(null);
  const verdict = shownVerdict(history);
  const current = verdictMarkOf(verdict);
  const [closed, setClosed] = useState(() => (seen.current === undefined ? current : seen.current));
  const isOpen = lookingUp !== null || current !== closed;
  useLeavesByItself({
    panel,
    verdict: isOpen && !lookingUp ? verdict : null,
    clockAheadMs,
    leave: () => setClosed(current),
  });
  if (!isOpen && taps.waiting.length === 0 && history.unseenTapIds.length === 0) return null;
  return (
    <SidePanel ref={panel} unseenCount={history.unseenTapIds.length} onClose={isOpen ? () => setClosed(current) : null}>
      <WaitingTaps taps={taps.waiting} onRetry={retryNow} timeZone={location.timeZone} />
      {isOpen && <CurrentVerdict />}
    </SidePanel>
  );
}
