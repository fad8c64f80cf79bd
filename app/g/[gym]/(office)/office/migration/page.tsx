import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { Prefilled } from '#components/reading/prefilled.tsx';
import { prefill } from '#lib/server/actions/prefill.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { MigrationScreen } from './_components/migration-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('office.sections'))('migration'),
});

export default async function MigrationPage({ params }: PageProps<'/g/[gym]/office/migration'>) {
  const context = await openPage('manageLocation', params);
  const { id, timeZone } = context.actor.location;
  const queryClient = new QueryClient();
  await prefill(queryClient, context, { name: 'migrations', input: {} });
  return (
    <Prefilled state={dehydrate(queryClient)}>
      <MigrationScreen key={id} locationId={id} timeZone={timeZone} />
    </Prefilled>
  );
}
