'use client';

import type { ReactNode } from 'react';
import { SectionedPage } from '#components/ui/sectioned-page.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { reportSections } from '#lib/wire/pages.ts';

/** The layout of the reports. */
export function ReportsLayout({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const toGym = useGymPath();
  const sections = reportSections.map(({ section, href }) => ({
    name: t(`reports.sections.${section}`),
    href: toGym(href),
  }));
  return (
    <SectionedPage title={t('pages.reports')} sections={sections}>
      {children}
    </SectionedPage>
  );
}
