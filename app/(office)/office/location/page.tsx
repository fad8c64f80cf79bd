import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { openPage } from '#lib/auth/open-page.ts';
import { locationSettings } from '#lib/desk/locations/settings.ts';
import { SettingsScreen } from './_components/settings-screen.tsx';
import { saveSettings } from './actions.ts';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('office.sections'))('location'),
});

export default async function LocationPage() {
  const { at } = await openPage('manageLocation');
  const { location } = at;
  return (
    <SettingsScreen
      key={location.id}
      locationId={location.id}
      settings={locationSettings.parse(location)}
      save={saveSettings}
    />
  );
}
