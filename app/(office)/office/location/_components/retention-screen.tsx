'use client';

import { useTranslations } from 'next-intl';
import { RetentionForm } from '#components/office/retention-form.tsx';
import { OfficeSection } from '#components/office/section.tsx';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { Retention } from '#lib/wire/retention.ts';

interface RetentionScreenProps {
  locationId: string;
  retention: Retention;
  save(input: Retention & { locationId: string }): Promise<ActionResult<null>>;
}

/** How long the location keeps what it has dealt with. */
export function RetentionScreen({ locationId, retention, save }: RetentionScreenProps) {
  const t = useTranslations('office.retention');
  return (
    <OfficeSection title={t('title')} text={t('text')}>
      <RetentionForm retention={retention} onSave={(chosen) => save({ ...chosen, locationId })} />
    </OfficeSection>
  );
}
