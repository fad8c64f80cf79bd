import { redirect } from 'next/navigation';
import { openPage } from '#lib/server/auth/open-page.ts';
import { officeSections } from '#lib/wire/pages.ts';

export default async function OfficePage() {
  await openPage('manageLocation');
  redirect(officeSections[0].href);
}
