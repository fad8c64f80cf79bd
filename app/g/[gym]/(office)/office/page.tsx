import { redirect } from 'next/navigation';
import { openPage } from '#lib/server/auth/open-page.ts';
import { gymPath } from '#lib/wire/gym-path.ts';
import { officeSections } from '#lib/wire/pages.ts';

export default async function OfficePage({ params }: PageProps<'/g/[gym]/office'>) {
  const { actor } = await openPage('manageLocation', params);
  redirect(gymPath(actor.location.slug, officeSections[0].href));
}
