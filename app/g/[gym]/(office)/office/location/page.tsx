import { redirect } from 'next/navigation';
import { openPage } from '#lib/server/auth/open-page.ts';
import { gymPath } from '#lib/wire/gym-path.ts';

/** The former address of the settings: a bookmark of it leads to the gym's page. */
export default async function FormerSettingsPage({ params }: PageProps<'/g/[gym]/office/location'>) {
  const { actor } = await openPage('manageLocation', params);
  redirect(gymPath(actor.location.slug, '/office/gym'));
}
