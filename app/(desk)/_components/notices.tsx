'use client';

import { WaitingTaps } from '#components/check-in/waiting-taps.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { isNoteworthy, type PlatformStatus } from '#lib/wire/status.ts';
import { useReception } from './reception-context.ts';

const PlatformNotice = onDemand(async () => (await import('./platform-notice.tsx')).PlatformNotice);

/**
 * What is not as it should be, between this browser and the desk, and between the desk and the platform. The first is a
 * part of the page: when it is to be shown, there is nobody to fetch it from.
 */
export function Notices({ status }: { status: PlatformStatus | undefined }) {
  const { location, staff, taps, retryNow } = useReception();
  // those of another person wait for that person
  const mine = taps.waiting.filter(({ staffId }) => staffId === staff.id);
  return (
    <>
      <WaitingTaps taps={mine} onRetry={retryNow} timeZone={location.timeZone} />
      {status && <PlatformNotice isWanted={isNoteworthy(status)} status={status} />}
    </>
  );
}
