'use client';

import { RetentionForm, type RetentionFormProps } from '#components/office/retention-form.tsx';
import { OfficeSection } from '#components/office/section.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { Retention } from '#lib/wire/retention.ts';

interface RetentionScreenProps {
  locationId: string;
  retention: Retention;
  staff: RetentionFormProps['staff'];
  save(
    input: Parameters<RetentionFormProps['onSave']>[0] & { locationId: string },
  ): ReturnType<RetentionFormProps['onSave']>;
}

/** How long the location keeps what it has dealt with. */
export function RetentionScreen({ locationId, retention, staff, save }: RetentionScreenProps) {
  const t = useTranslations('office.retention');
  return (
    <OfficeSection title={t('title')} text={t('text')}>
      <RetentionForm retention={retention} staff={staff} onSave={(chosen) => save({ ...chosen, locationId })} />
    </OfficeSection>
  );
}
