'use client';

import { usePathname } from 'next/navigation';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { gymPageAt, gymPath } from '#lib/wire/gym-path.ts';

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
  const gym = gymPageAt(usePathname())?.slug;
  return (
    <main className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 p-6 text-center">
      <h1 className="font-semibold text-2xl">{t('title')}</h1>
      <p className="text-ink-soft">{t('text')}</p>
      {error.digest && <p className="text-ink-soft">{t('number', { digest: error.digest })}</p>}
      <div className="flex flex-wrap justify-center gap-2.5">
        {/* neither our Button nor a link of the router, whose code every page would load a second time for this one */}
        <button type="button" className="button button-main" onClick={retry}>
          {t('retry')}
        </button>
        <a
          href={gym === undefined ? ways[way] : gymPath(gym, ways[way])}
          target="_self"
          className="button button-plain"
        >
          {way === 'checkIn' ? t('toCheckIn') : pages('floor')}
        </a>
      </div>
    </main>
  );
}

const ways = { checkIn: '/', floor: '/floor' } as const;
