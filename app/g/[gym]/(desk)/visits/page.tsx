import type { Metadata } from 'next';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { VisitsScreen } from './_components/visits-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('visits') });

export default async function VisitsPage({ params }: PageProps<'/g/[gym]/visits'>) {
  const { desk, actor, staff } = await openPage('readMembers', params);
  const { id, name, timeZone } = actor.location;
  return (
    <VisitsScreen
      key={id}
      location={{ id, name, timeZone }}
      day={dayOf(desk.clock(), timeZone)}
      mayExport={isAllowed(staff.role, 'exportLists')}
      maySettle={isAllowed(staff.role, 'manageLocation')}
    />
  );
}
