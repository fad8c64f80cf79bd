import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { openPage } from '#lib/auth/open-page.ts';
import { listDirectory } from '#lib/desk/directory/list.ts';
import { directoryQuery } from '#lib/queries/member-queries.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { DirectoryScreen } from './_components/directory-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('members') });

export default async function MembersPage() {
  const { desk, actor, staff } = await openPage('readMembers');
  const { id, timeZone } = actor.location;
  const firstPage = await listDirectory(desk.db, actor.location, {}, desk.clock());
  const queryClient = new QueryClient();
  queryClient.setQueryData(directoryQuery(id).queryKey, { pages: [firstPage], pageParams: [null] });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <DirectoryScreen key={id} locationId={id} timeZone={timeZone} mayEdit={isAllowed(staff.role, 'editMembers')} />
    </HydrationBoundary>
  );
}
