'use client';

import { useTranslations } from 'next-intl';

/** What broke is in the server's log; the person at the counter needs a way on. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset(): void }) {
  const t = useTranslations('errors');
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <h1 className="font-semibold text-2xl">{t('title')}</h1>
      <p className="text-ink-soft">{t('text')}</p>
      {error.digest && <p className="text-ink-soft">{t('number', { digest: error.digest })}</p>}
      {/* not our Button, whose code every page would load a second time for this one */}
      <button type="button" className="button button-main" onClick={reset}>
        {t('retry')}
      </button>
    </main>
  );
}
