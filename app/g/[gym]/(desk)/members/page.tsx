import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { directoryQuery } from '#lib/browser/queries/member-queries.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { searchDirectory } from '#lib/server/search/search-directory.ts';
import { readDirectoryFilters } from '#lib/wire/directory.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { DirectoryScreen } from './_components/directory-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('members') });

export default async function MembersPage({ params, searchParams }: PageProps<'/g/[gym]/members'>) {
  const { desk, actor, staff } = await openPage('readMembers', params);
  const { id, timeZone } = actor.location;
  const filters = readDirectoryFilters(firstOfEach(await searchParams));
  const firstPage = await searchDirectory(desk, actor.location, { filters, after: undefined });
  const queryClient = new QueryClient();
  queryClient.setQueryData(directoryQuery(id, filters).queryKey, { pages: [firstPage], pageParams: [null] });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <DirectoryScreen
        key={id}
        locationId={id}
        timeZone={timeZone}
        mayEdit={isAllowed(staff.role, 'editMembers')}
        mayExport={isAllowed(staff.role, 'exportLists')}
      />
    </HydrationBoundary>
  );
}

/** Of what stands in an address several times, the first counts. */
const firstOfEach = (params: Record<string, string | string[] | undefined>): [string, string][] =>
  Object.entries(params).flatMap(([name, value]) => {
    const [first] = Array.isArray(value) ? value : [value];
    return first === undefined ? [] : [[name, first] as [string, string]];
  });
