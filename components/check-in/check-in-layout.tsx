import type { ReactNode } from 'react';
import { AnnouncingRegion } from '#components/ui/announced.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface CheckInLayoutProps {
  searchBox: ReactNode;
  verdict: ReactNode;
  earlier: ReactNode;
  inTheGym: ReactNode;
  /**
   * Banners, which render nothing at all when there is nothing to say: otherwise the layout leaves a gap for them. They
   * take room from the presence list, and never move or cover the verdict.
   */
  notices: ReactNode;
  /** Only in a demo. */
  demo?: ReactNode;
}

/**
 * Two columns from 1024 px on. Narrower, one: search box, verdict, banners, earlier verdicts, presence. The verdict
 * reserves the height of the longest usual one, so that nothing below it moves between a scan and its verdict.
 */
export function CheckInLayout({ searchBox, verdict, earlier, inTheGym, notices, demo }: CheckInLayoutProps) {
  const t = useTranslations('pages');
  return (
    <main className="page grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-6 xl:grid-cols-[minmax(0,1fr)_25rem]">
      <h1 className="sr-only">{t('checkIn')}</h1>
      <div className="max-lg:contents lg:grid lg:gap-5">
        <div className="grid gap-5 [--verdict-height:33rem] max-lg:order-1 sm:[--verdict-height:26.5rem]">
          {searchBox}
          {verdict}
        </div>
        <div className="max-lg:order-3">{earlier}</div>
      </div>
      <div className="max-lg:contents lg:sticky lg:top-6 lg:flex lg:h-[calc(100dvh-6.875rem)] lg:flex-col lg:gap-5">
        <div className="peer flex min-h-48 flex-col empty:hidden max-lg:order-4 lg:flex-1">{inTheGym}</div>
        <AnnouncingRegion>
          <div className="grid content-start gap-2.5 empty:hidden max-lg:order-2 lg:max-h-3/5 lg:shrink-0 lg:peer-empty:max-h-full lg:overflow-y-auto">
            {notices}
          </div>
        </AnnouncingRegion>
        {demo && <div className="max-lg:order-3 lg:flex lg:max-h-1/2 lg:min-h-0 lg:flex-col">{demo}</div>}
      </div>
    </main>
  );
}
