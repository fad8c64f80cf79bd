import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { Prefilled } from '#components/reading/prefilled.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { prefill } from '#lib/server/actions/prefill.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { StartScreen } from './_components/start-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('office.sections'))('start'),
});

export default async function StartPage({ params }: PageProps<'/g/[gym]/office/start'>) {
  const context = await openPage('manageLocation', params);
  const { id, timeZone } = context.actor.location;
  const t = await getTranslations('office.sections');
  const queryClient = new QueryClient();
  await prefill(queryClient, context, { name: 'gettingStarted', input: {} });
  return (
    <Prefilled state={dehydrate(queryClient)}>
      <SectionBoundary key={id} title={t('start')}>
        <StartScreen locationId={id} timeZone={timeZone} />
      </SectionBoundary>
    </Prefilled>
  );
}
