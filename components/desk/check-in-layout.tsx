import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';

export interface CheckInLayoutProps {
  searchBox: ReactNode;
  verdict: ReactNode;
  earlier: ReactNode;
  inTheGym: ReactNode;
  /** Banners: they lie over the lower edge of the screen, so that nothing above moves when one comes or goes. */
  notices: ReactNode;
  children?: ReactNode;
}

export function CheckInLayout({ searchBox, verdict, earlier, inTheGym, notices, children }: CheckInLayoutProps) {
  const t = useTranslations('pages');
  return (
    <>
      <main className="grid gap-5 p-4 sm:p-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6 xl:grid-cols-[minmax(0,1fr)_25rem]">
        <h1 className="sr-only">{t('checkIn')}</h1>
        <div className="grid content-start gap-5">
          {searchBox}
          {verdict}
          {earlier}
          {children}
        </div>
        <div className="grid content-stretch lg:sticky lg:top-6 lg:h-[calc(100dvh-6.75rem)]">{inTheGym}</div>
      </main>
      <div className="pointer-events-none sticky bottom-0 z-20 grid gap-2.5 px-4 pb-4 sm:px-6 [&>*]:pointer-events-auto">
        {notices}
      </div>
    </>
  );
}
