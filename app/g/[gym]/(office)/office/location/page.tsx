import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { statusQuery } from '#lib/browser/queries/desk-queries.ts';
import { legacyQuery } from '#lib/browser/queries/office-queries.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { readLegacy } from '#lib/server/legacy-connectivity/read-legacy.ts';
import { staffView } from '#lib/server/staff/colleague.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { locationSettings } from '#lib/wire/locations.ts';
import { retention } from '#lib/wire/retention.ts';
import { ApiKeyScreen } from './_components/api-key-screen.tsx';
import { LegacyScreen } from './_components/legacy-screen.tsx';
import { RetentionScreen } from './_components/retention-screen.tsx';
import { SettingsScreen } from './_components/settings-screen.tsx';
import * as actions from './actions.ts';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('office.sections'))('location'),
});

export default async function LocationPage({ params }: PageProps<'/g/[gym]/office/location'>) {
  const context = await openPage('manageLocation', params);
  const { desk, actor } = context;
  const staff = staffView(context.staff);
  const { id: locationId, timeZone } = actor.location;
  const queryClient = new QueryClient();
  queryClient.setQueryData(statusQuery(locationId).queryKey, await readStatus(desk, locationId));
  queryClient.setQueryData(legacyQuery(locationId).queryKey, await readLegacy(context));
  const place = { locationId, timeZone, staff };
  const legacyActions = { save: actions.saveLegacyInterface, remove: actions.removeLegacyInterface };
  return (
    <HydrationBoundary key={locationId} state={dehydrate(queryClient)}>
      <SettingsScreen
        locationId={locationId}
        staff={staff}
        settings={locationSettings.parse(actor.location)}
        save={actions.saveSettings}
      />
      <ApiKeyScreen {...place} save={actions.saveApiKey} />
      <LegacyScreen {...place} actions={legacyActions} />
      <RetentionScreen
        locationId={locationId}
        staff={staff}
        retention={retention.parse(actor.location)}
        save={actions.saveRetention}
      />
    </HydrationBoundary>
  );
}
