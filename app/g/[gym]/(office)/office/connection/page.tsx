import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { Prefilled } from '#components/reading/prefilled.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { prefill, prefillMoment } from '#lib/server/actions/prefill.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { staffView } from '#lib/server/staff/colleague.ts';
import { ConnectionScreen } from './_components/connection-screen.tsx';
import { ExportFilesScreen } from './_components/export-files-screen.tsx';
import { ExportScreen } from './_components/export-screen.tsx';
import { LegacyScreen } from './_components/legacy-screen.tsx';
import { TrainingScreen } from './_components/training-screen.tsx';
import { WebhookScreen } from './_components/webhook-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('office.sections'))('connection'),
});

export default async function ConnectionPage({ params }: PageProps<'/g/[gym]/office/connection'>) {
  const context = await openPage('manageLocation', params);
  const staff = staffView(context.staff);
  const { id: locationId, timeZone } = context.actor.location;
  const t = await getTranslations();
  const queryClient = new QueryClient();
  await Promise.all([
    prefillMoment(queryClient, context, { name: 'status', input: {} }),
    prefill(queryClient, context, { name: 'connection', input: {} }),
    prefill(queryClient, context, { name: 'legacy', input: {} }),
    prefill(queryClient, context, { name: 'trainingPulls', input: {} }),
    prefill(queryClient, context, { name: 'exportOrders', input: {} }),
  ]);
  return (
    <Prefilled key={locationId} state={dehydrate(queryClient)}>
      <SectionBoundary title={t('connection.title')}>
        <ConnectionScreen locationId={locationId} timeZone={timeZone} staff={staff} />
      </SectionBoundary>
      <SectionBoundary title={t('connection.webhook.title')}>
        <WebhookScreen locationId={locationId} timeZone={timeZone} />
      </SectionBoundary>
      <SectionBoundary title={t('office.legacy.title')}>
        <LegacyScreen locationId={locationId} timeZone={timeZone} staff={staff} />
      </SectionBoundary>
      <SectionBoundary title={t('connection.dataExport.title')}>
        <ExportScreen locationId={locationId} staff={staff} />
      </SectionBoundary>
      <SectionBoundary title={t('connection.training.title')}>
        <TrainingScreen locationId={locationId} timeZone={timeZone} />
      </SectionBoundary>
      <SectionBoundary title={t('connection.exportFiles.title')}>
        <ExportFilesScreen locationId={locationId} timeZone={timeZone} />
      </SectionBoundary>
    </Prefilled>
  );
}
