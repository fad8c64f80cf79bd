import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { gymPath } from '#lib/wire/gym-path.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { CheckInScreen } from './_components/check-in-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('checkIn') });

export default async function CheckInPage({ params }: PageProps<'/g/[gym]'>) {
  const { actor, staff } = await openPage('readFloor', params);
  // a trainer's day begins on the training floor
  if (!isAllowed(staff.role, 'recordVisits')) redirect(gymPath(actor.location.slug, '/floor'));
  // the key: another location is another page, with nothing of the one before in its memory
  const { id, demoCards } = actor.location;
  return <CheckInScreen key={id} isDemo={demoCards.length > 0} />;
}
