import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { Prefilled } from '#components/reading/prefilled.tsx';
import { prefillFirstPage } from '#lib/server/actions/prefill.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { readDirectoryFilters } from '#lib/wire/directory.ts';
import { DirectoryScreen } from './_components/directory-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('members') });

export default async function MembersPage({ params, searchParams }: PageProps<'/g/[gym]/members'>) {
  const context = await openPage('readMembers', params);
  const { actor, staff } = context;
  const { id, timeZone } = actor.location;
  const filters = readDirectoryFilters(firstOfEach(await searchParams));
  const queryClient = new QueryClient();
  await prefillFirstPage(queryClient, context, { name: 'directory', input: filters });
  return (
    <Prefilled state={dehydrate(queryClient)}>
      <DirectoryScreen key={id} locationId={id} timeZone={timeZone} role={staff.role} />
    </Prefilled>
  );
}

/** The first value of each query parameter. */
const firstOfEach = (params: Record<string, string | string[] | undefined>): [string, string][] =>
  Object.entries(params).flatMap(([name, value]): [string, string][] => {
    const [first] = Array.isArray(value) ? value : [value];
    return first === undefined ? [] : [[name, first]];
  });
