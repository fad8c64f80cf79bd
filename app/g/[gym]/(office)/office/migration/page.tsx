import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { migrationsQuery } from '#lib/browser/queries/migration-queries.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { readMigrations } from '#lib/server/migration/read-migrations.ts';
import { MigrationScreen } from './_components/migration-screen.tsx';
import { changeMigration, migrateMember } from './actions.ts';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('office.sections'))('migration'),
});

export default async function MigrationPage({ params }: PageProps<'/g/[gym]/office/migration'>) {
  const { desk, actor } = await openPage('manageLocation', params);
  const { id, timeZone } = actor.location;
  const queryClient = new QueryClient();
  queryClient.setQueryData(migrationsQuery(id).queryKey, await readMigrations(desk.db, id, desk.clock()));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <MigrationScreen key={id} locationId={id} timeZone={timeZone} actions={{ changeMigration, migrateMember }} />
    </HydrationBoundary>
  );
}
