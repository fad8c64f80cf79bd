'use client';

import type { ReactNode } from 'react';
import { SectionedPage } from '#components/ui/sectioned-page.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { officeSections } from '#lib/wire/pages.ts';

interface OfficeLayoutProps {
  children: ReactNode;
  /** Whether everything of Getting started is done: it is not listed then. */
  isSetUpDone?: boolean;
}

/** The layout of the office. */
export function OfficeLayout({ children, isSetUpDone = true }: OfficeLayoutProps) {
  const t = useTranslations();
  const toGym = useGymPath();
  const sections = officeSections.filter(({ section }) => section !== 'start' || !isSetUpDone);
  const named = sections.map(({ section, href }) => ({ name: t(`office.sections.${section}`), href: toGym(href) }));
  return (
    <SectionedPage title={t('pages.office')} sections={named}>
      {children}
    </SectionedPage>
  );
}
