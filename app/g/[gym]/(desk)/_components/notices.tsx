'use client';

import { onDemand } from '#components/ui/on-demand.tsx';
import { isNoteworthy, type PlatformStatus } from '#lib/wire/status.ts';
import { KeptHere } from './kept-here.tsx';

const PlatformNotice = onDemand(async () => (await import('./platform-notice.tsx')).PlatformNotice);

/**
 * Problems between this browser and the desk, and between the desk and the platform. The first are part of the page's own
 * code: while they are shown, nothing can be loaded from the desk.
 */
export function Notices({ status }: { status: PlatformStatus | undefined }) {
  return (
    <>
      <KeptHere />
      {status && <PlatformNotice isWanted={isNoteworthy(status)} status={status} />}
    </>
  );
}
