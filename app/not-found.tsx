import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { WayOn } from './_components/way-on.tsx';

export default async function NotFound() {
  const t = await getTranslations('errors');
  return (
    <main className="grid min-h-dvh place-content-center gap-4 p-6 text-center">
      <h1 className="font-semibold text-2xl">{t('notFoundTitle')}</h1>
      <p className="text-ink-soft">{t('notFoundText')}</p>
      <p>
        <WayOn page="/" className="font-medium text-accent underline underline-offset-4">
          {t('toCheckIn')}
        </WayOn>
      </p>
    </main>
  );
}
