import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { openPage } from '#lib/auth/open-page.ts';
import { CheckInScreen } from './_components/check-in-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('checkIn') });

export default async function CheckInPage() {
  const { at } = await openPage('readFloor');
  // the key: another location is another page, with nothing of the one before in its memory
  return <CheckInScreen key={at.location.id} />;
}
