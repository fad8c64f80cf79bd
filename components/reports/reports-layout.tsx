'use client';

import type { ReactNode } from 'react';
import { SectionedPage } from '#components/ui/sectioned-page.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { reportSections } from '#lib/wire/pages.ts';

interface ReportsLayoutProps {
  /** Whether the person may read the reports of more than one gym: of one alone there is no page of all. */
  hasSeveralGyms: boolean;
  children: ReactNode;
}

/** The layout of the reports. */
export function ReportsLayout({ hasSeveralGyms, children }: ReportsLayoutProps) {
  const t = useTranslations();
  const toGym = useGymPath();
  const listed = reportSections.filter(({ section }) => section !== 'allGyms' || hasSeveralGyms);
  const sections = listed.map(({ section, href }) => ({
    name: t(`reports.sections.${section}`),
    href: toGym(href),
  }));
  return (
    <SectionedPage title={t('pages.reports')} sections={sections}>
      {children}
    </SectionedPage>
  );
}
