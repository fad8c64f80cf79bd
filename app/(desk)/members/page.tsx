import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LiveUpdates } from '#app/_components/live-updates.tsx';
import { openPage } from '#lib/auth/open-page.ts';
import { DirectoryScreen } from './_components/directory-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('members') });

export default async function MembersPage() {
  const { at } = await openPage('readMembers');
  const { id, timeZone } = at.location;
  return (
    <>
      <LiveUpdates />
      <DirectoryScreen key={id} locationId={id} timeZone={timeZone} />
    </>
  );
}
