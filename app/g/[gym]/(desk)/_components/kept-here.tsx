import { WaitingTaps } from '#components/check-in/waiting-taps.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { useReception } from './reception-context.ts';
import { useWaitingTaps } from './use-waiting-taps.ts';

const UnreadableNotice = onDemand(
  async () => (await import('#components/away/unreadable-notice.tsx')).UnreadableNotice,
);

/** Taps that are stored in this browser only. Unreadable ones have no known owner: every user sees that notice. */
export function KeptHere() {
  const { location, taps, retryNow, removeUnreadable } = useReception();
  const waiting = useWaitingTaps();
  return (
    <>
      <WaitingTaps taps={waiting} onRetry={retryNow} timeZone={location.timeZone} />
      <UnreadableNotice
        isWanted={taps.unreadable.length > 0}
        of="scans"
        count={taps.unreadable.length}
        onRemove={removeUnreadable}
      />
    </>
  );
}
