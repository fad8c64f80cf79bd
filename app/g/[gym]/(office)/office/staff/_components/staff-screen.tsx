'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogBoundary } from '#components/dialogs/dialog-boundary.tsx';
import { ColleagueRow } from '#components/office/colleague-row.tsx';
import { OfficeSection } from '#components/office/section.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { staffQuery } from '#lib/browser/queries/office-queries.ts';
import { type AskedQuestion, StaffQuestion } from './staff-question.tsx';

interface StaffScreenProps {
  locationId: string;
  timeZone: string;
}

/** The staff with their badges and platform accounts. */
export function StaffScreen({ locationId, timeZone }: StaffScreenProps) {
  const t = useTranslations('office');
  const staff = useQuery(staffQuery(locationId));
  const [asked, setAsked] = useState<AskedQuestion | null>(null);
  return (
    <OfficeSection title={t('sections.staff')} text={t('staff.text')}>
      <ReadingState of="staff" reading={staff} />
      <ul aria-label={t('sections.staff')}>
        {staff.data?.colleagues.map((colleague) => (
          <ColleagueRow
            key={colleague.id}
            colleague={colleague}
            timeZone={timeZone}
            onAsk={(question) => setAsked({ question, colleague })}
          />
        ))}
      </ul>
      {asked && (
        <DialogBoundary of={asked.colleague.id} onClose={() => setAsked(null)}>
          <StaffQuestion locationId={locationId} asked={asked} onClose={() => setAsked(null)} />
        </DialogBoundary>
      )}
    </OfficeSection>
  );
}
