import { WaitingTaps } from '#components/check-in/waiting-taps.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { useReception } from './reception-context.ts';
import { useWaitingTaps } from './use-waiting-taps.ts';

const UnreadableNotice = onDemand(
  async () => (await import('#components/away/unreadable-notice.tsx')).UnreadableNotice,
);

/** What of the taps is in this browser alone. Whose those are that cannot be opened is not known: everybody is told. */
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
