import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { NoAccess } from '#app/(auth)/_components/no-access.tsx';
import { readOwnLocations } from '#lib/server/auth/own-locations.ts';
import { lastLocation } from '#lib/server/auth/page-location.ts';
import { readStaff } from '#lib/server/auth/require-staff.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';

export const dynamic = 'force-dynamic';
export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('noAccess'))('title'),
});

/** In place of a page of a location that is not the person's (any more). */
export default async function NoAccessPage() {
  const t = await getTranslations('noAccess');
  const next = await findNextLocation();
  return (
    <section className="mx-auto grid w-full max-w-md gap-6 rounded-lg border border-line bg-surface p-6">
      <h1 className="font-bold text-3xl tracking-tight">{t(next === null ? 'titleOfNone' : 'title')}</h1>
      <p className="text-ink-soft">{t(next === null ? 'none' : 'text')}</p>
      <NoAccess next={next} />
    </section>
  );
}

/** @returns the location where the person may go on; null for somebody without any */
async function findNextLocation(): Promise<Pick<Location, 'slug' | 'name'> | null> {
  try {
    const signedIn = await readStaff();
    if (!signedIn) redirect('/sign-in');
    const locations = await readOwnLocations(signedIn.desk.db, signedIn.staff.id);
    const { slug, name } = (await lastLocation(locations)) ?? locations[0];
    return { slug, name };
  } catch (error) {
    if (error instanceof ActionFailure) return null;
    throw error;
  }
}
