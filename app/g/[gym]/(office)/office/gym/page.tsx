import type { Metadata } from 'next';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { staffView } from '#lib/server/staff/colleague.ts';
import { locationSettings } from '#lib/wire/locations.ts';
import { GymScreen } from './_components/gym-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('office.sections'))('gym'),
});

export default async function GymPage({ params }: PageProps<'/g/[gym]/office/gym'>) {
  const { actor, staff } = await openPage('manageLocation', params);
  const { location } = actor;
  return (
    <GymScreen
      key={location.id}
      locationId={location.id}
      staff={staffView(staff)}
      settings={locationSettings.parse(location)}
    />
  );
}
