import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { Prefilled } from '#components/reading/prefilled.tsx';
import { prefill } from '#lib/server/actions/prefill.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { GymsScreen } from './_components/gyms-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('office.sections'))('gyms'),
});

export default async function GymsPage({ params }: PageProps<'/g/[gym]/office/gyms'>) {
  const context = await openPage('manageLocation', params);
  const { id, timeZone } = context.actor.location;
  const queryClient = new QueryClient();
  await prefill(queryClient, context, { name: 'gyms', input: {} });
  return (
    <Prefilled state={dehydrate(queryClient)}>
      <GymsScreen key={id} locationId={id} timeZone={timeZone} />
    </Prefilled>
  );
}
