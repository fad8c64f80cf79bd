'use client';

import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { isNoteworthy, type PlatformStatus } from '#lib/wire/status.ts';
import { KeptHere } from './kept-here.tsx';

const PlatformNotice = onDemand(async () => (await import('./platform-notice.tsx')).PlatformNotice);

interface NoticesProps {
  status: PlatformStatus | undefined;
  /** Reads the status again. */
  onRetry(): Promise<unknown>;
}

/**
 * Problems between this browser and the desk, and between the desk and the platform: a status that fails to render
 * leaves the waiting taps. The first are part of the page's own code: while they are shown, nothing can be loaded from
 * the desk.
 */
export function Notices({ status, onRetry }: NoticesProps) {
  const t = useTranslations();
  return (
    <>
      <SectionBoundary title={t('waitingTaps.list')}>
        <KeptHere />
      </SectionBoundary>
      <SectionBoundary title={t('errors.notices')} onRetry={onRetry}>
        {status && <OfStatus status={status} />}
      </SectionBoundary>
    </>
  );
}

const OfStatus = ({ status }: { status: PlatformStatus }) => (
  <PlatformNotice isWanted={isNoteworthy(status)} status={status} />
);
