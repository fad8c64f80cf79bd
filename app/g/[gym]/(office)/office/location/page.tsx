import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { Prefilled } from '#components/reading/prefilled.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { prefill, prefillMoment } from '#lib/server/actions/prefill.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { staffView } from '#lib/server/staff/colleague.ts';
import { ApiKeyScreen } from './_components/api-key-screen.tsx';
import { LegacyScreen } from './_components/legacy-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('office.sections'))('location'),
});

export default async function LocationPage({ params }: PageProps<'/g/[gym]/office/location'>) {
  const context = await openPage('manageLocation', params);
  const staff = staffView(context.staff);
  const { id: locationId, timeZone } = context.actor.location;
  const t = await getTranslations('office');
  const queryClient = new QueryClient();
  await Promise.all([
    prefillMoment(queryClient, context, { name: 'status', input: {} }),
    prefill(queryClient, context, { name: 'legacy', input: {} }),
  ]);
  const place = { locationId, timeZone, staff };
  return (
    <Prefilled key={locationId} state={dehydrate(queryClient)}>
      <SectionBoundary title={t('key.title')}>
        <ApiKeyScreen {...place} />
      </SectionBoundary>
      <SectionBoundary title={t('legacy.title')}>
        <LegacyScreen {...place} />
      </SectionBoundary>
    </Prefilled>
  );
}
