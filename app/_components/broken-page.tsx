'use client';

import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { WayOn } from './way-on.tsx';

export interface BrokenPageProps {
  error: Error & { digest?: string };
  /** Asks the server again; `reset` alone would show what broke once more. */
  retry(): void;
}

/**
 * In the place of a page that broke. What broke is in the server's log; the person at the counter needs a way on, also
 * where trying again breaks again, and an installed desk has neither Back nor an address.
 */
export function BrokenPage({ error, retry, way = 'checkIn' }: BrokenPageProps & { way?: keyof typeof ways }) {
  const t = useTranslations('errors');
  const pages = useTranslations('pages');
  return (
    <main className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 p-6 text-center">
      <h1 className="font-semibold text-2xl">{t('title')}</h1>
      <p className="text-ink-soft">{t('text')}</p>
      {error.digest && <p className="text-ink-soft">{t('number', { digest: error.digest })}</p>}
      <div className="flex flex-wrap justify-center gap-2.5">
        {/* not our Button, whose code every page would load a second time for this one */}
        <button type="button" className="button button-main" onClick={retry}>
          {t('retry')}
        </button>
        <WayOn page={ways[way]} className="button button-plain">
          {way === 'checkIn' ? t('toCheckIn') : pages('floor')}
        </WayOn>
      </div>
    </main>
  );
}

const ways = { checkIn: '/', floor: '/floor' } as const;
