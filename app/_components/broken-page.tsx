'use client';

import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { WayOn } from './way-on.tsx';

export interface BrokenPageProps {
  error: Error & { digest?: string };
  /** Asks the server again; `reset` alone would only render the same error again. */
  retry(): void;
}

interface BrokenPageFrame {
  way?: keyof typeof ways;
  /** Whether the layout around the page has the `main` landmark. */
  isInMain?: boolean;
}

/**
 * Replaces a page that failed. The error itself is in the server's log. The link leads on even if a retry fails again: an
 * installed app has neither a Back button nor an address bar.
 */
export function BrokenPage({ error, retry, way = 'checkIn', isInMain }: BrokenPageProps & BrokenPageFrame) {
  const t = useTranslations('errors');
  const pages = useTranslations('pages');
  const Frame = isInMain ? 'div' : 'main';
  return (
    <Frame className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 p-6 text-center">
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
    </Frame>
  );
}

const ways = { checkIn: '/', floor: '/floor' } as const;
