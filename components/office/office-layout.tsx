'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { cn } from '#components/ui/class-names.ts';
import { NavLink } from '#components/ui/nav-link.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { officeSections } from '#lib/wire/pages.ts';

interface OfficeLayoutProps {
  children: ReactNode;
  /** Whether everything of Getting started is done: it is not listed then. */
  isSetUpDone?: boolean;
}

/** The layout of the office: navigation on the left, one section on the right; stacked on narrow screens. */
export function OfficeLayout({ children, isSetUpDone = true }: OfficeLayoutProps) {
  const t = useTranslations();
  const pathname = usePathname();
  const toGym = useGymPath();
  const sections = officeSections.filter(({ section }) => section !== 'start' || !isSetUpDone);
  return (
    <main className="page grid max-w-6xl gap-5 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-8">
      <h1 className="font-bold text-3xl tracking-tight lg:col-span-2">{t('pages.office')}</h1>
      <nav aria-label={t('pages.office')} className="flex flex-wrap content-start gap-1 lg:flex-col">
        {sections.map(({ section, href }) => (
          <NavLink
            key={section}
            href={toGym(href)}
            aria-current={pathname === toGym(href) ? 'page' : undefined}
            className={cn(
              'relative flex min-h-11 items-center rounded-md px-3 font-medium',
              pathname === toGym(href)
                ? 'bg-accent-soft text-accent'
                : 'text-ink-soft hover:bg-unknown-soft hover:text-ink',
            )}
          >
            {t(`office.sections.${section}`)}
          </NavLink>
        ))}
      </nav>
      <div className="grid min-w-0 content-start gap-5">{children}</div>
    </main>
  );
}
