import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { PageScans } from '#app/_components/page-scans.tsx';
import { isBadge } from '#app/actions.ts';
import { floorQuery } from '#lib/browser/queries/task-queries.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { readFloor } from '#lib/server/presence/read-floor.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { FloorScreen } from './_components/floor-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('floor') });

export default async function FloorPage({ params }: PageProps<'/g/[gym]/floor'>) {
  const { desk, actor, staff } = await openPage('readFloor', params);
  const { id: locationId, timeZone, readerProfile } = actor.location;
  const queryClient = new QueryClient();
  queryClient.setQueryData(floorQuery(locationId).queryKey, await readFloor(desk, actor));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageScans locationId={locationId} isBadge={isBadge} endKey={readerProfile.endKey} staysHere />
      <FloorScreen
        // the key: another location is another page, with nothing of the one before in its memory
        key={locationId}
        place={{ locationId, staffId: staff.id }}
        person={staff.name}
        timeZone={timeZone}
        mayRecord={isAllowed(staff.role, 'recordTasks')}
        version={desk.version}
      />
    </HydrationBoundary>
  );
}
