import type { Metadata } from 'next';
import { SetUp } from '#app/(auth)/_components/set-up.tsx';
import { isSetUpOpen } from '#lib/server/auth/set-up.ts';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';

export const dynamic = 'force-dynamic';
export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('setUp') });

export default async function SetUpPage({ searchParams }: { searchParams: Promise<{ token?: string | string[] }> }) {
  const t = await getTranslations('setUp');
  const { token } = await searchParams;
  const isOpen = typeof token === 'string' && (await isSetUpOpen(runningDesk(), token));
  return (
    <section className="mx-auto grid w-full max-w-md gap-6 rounded-lg border border-line bg-surface p-6">
      <h1 className="font-bold text-3xl tracking-tight">{t('title')}</h1>
      <p className="text-ink-soft">{t(isOpen ? 'text' : 'linkInvalid')}</p>
      {isOpen && <SetUp token={token} />}
    </section>
  );
}
