'use client';

import { onDemand } from '#components/ui/on-demand.tsx';
import { isNoteworthy, type PlatformStatus } from '#lib/wire/status.ts';
import { KeptHere } from './kept-here.tsx';

const PlatformNotice = onDemand(async () => (await import('./platform-notice.tsx')).PlatformNotice);

/**
 * What is not as it should be, between this browser and the desk, and between the desk and the platform. The first is a
 * part of the page: when it is to be shown, there is nobody to fetch it from.
 */
export function Notices({ status }: { status: PlatformStatus | undefined }) {
  return (
    <>
      <KeptHere />
      {status && <PlatformNotice isWanted={isNoteworthy(status)} status={status} />}
    </>
  );
}
