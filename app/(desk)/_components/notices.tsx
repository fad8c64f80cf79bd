'use client';

import { PlatformBanner } from '#components/desk/platform-banner.tsx';
import { WaitingTaps } from '#components/desk/waiting-taps.tsx';
import type { PlatformStatus } from '#lib/desk/view.ts';
import { useReception } from './reception-context.ts';

/** What is not as it should be, between this browser and the desk, and between the desk and the platform. */
export function Notices({ status }: { status: PlatformStatus | undefined }) {
  const { location, staff, taps, retryNow } = useReception();
  return (
    <>
      <WaitingTaps taps={taps.waiting} onRetry={retryNow} timeZone={location.timeZone} />
      {status && <PlatformBanner status={status} role={staff.role} timeZone={location.timeZone} />}
    </>
  );
}
