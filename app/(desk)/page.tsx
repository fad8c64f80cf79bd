import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { CheckInScreen } from './_components/check-in-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('checkIn') });

export default async function CheckInPage() {
  const { actor, staff } = await openPage('readFloor');
  // a trainer's day begins on the training floor
  if (!isAllowed(staff.role, 'recordVisits')) redirect('/floor');
  // the key: another location is another page, with nothing of the one before in its memory
  const { id, demoCards } = actor.location;
  return <CheckInScreen key={id} isDemo={demoCards.length > 0} />;
}
