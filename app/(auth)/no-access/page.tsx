import type { Metadata } from 'next';
import { NoAccess } from '#app/(auth)/_components/no-access.tsx';
import { findNextLocation } from '#lib/server/auth/next-location.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';

export const dynamic = 'force-dynamic';
export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('noAccess'))('title'),
});

/** Replaces a page of a location that the user has no access to (any more). */
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
