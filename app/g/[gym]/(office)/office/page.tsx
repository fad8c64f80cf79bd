import { redirect } from 'next/navigation';
import { openPage } from '#lib/server/auth/open-page.ts';
import { readGettingStarted } from '#lib/server/getting-started/read-steps.ts';
import { gymPath } from '#lib/wire/gym-path.ts';
import { firstOfficePage } from '#lib/wire/pages.ts';

export default async function OfficePage({ params }: PageProps<'/g/[gym]/office'>) {
  const context = await openPage('manageLocation', params);
  const { doneAt } = await readGettingStarted(context);
  redirect(gymPath(context.actor.location.slug, firstOfficePage(doneAt !== null)));
}
