import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { PageScans } from '#app/_components/page-scans.tsx';
import { Prefilled } from '#components/reading/prefilled.tsx';
import { prefill } from '#lib/server/actions/prefill.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { FloorScreen } from './_components/floor-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('floor') });

export default async function FloorPage({ params }: PageProps<'/g/[gym]/floor'>) {
  const context = await openPage('readFloor', params);
  const { desk, actor, staff } = context;
  const { id: locationId, timeZone, readerProfiles } = actor.location;
  const queryClient = new QueryClient();
  await prefill(queryClient, context, { name: 'floor', input: {} });
  return (
    <Prefilled state={dehydrate(queryClient)}>
      <PageScans locationId={locationId} readers={readerProfiles} staysHere />
      <FloorScreen
        // the key: another location starts with fresh state
        key={locationId}
        place={{ locationId, staffId: staff.id }}
        person={staff.name}
        timeZone={timeZone}
        mayRecord={isAllowed(staff.role, 'recordTasks')}
        version={desk.version}
      />
    </Prefilled>
  );
}
