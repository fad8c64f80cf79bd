'use client';

import { saveRetention } from '#app/g/[gym]/(office)/office/members-data/actions.ts';
import { useRefreshingSave } from '#components/hooks/use-refreshing-save.ts';
import { RetentionForm, type RetentionFormProps } from '#components/office/retention-form.tsx';
import { OfficeSection } from '#components/office/section.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface RetentionScreenProps extends Pick<RetentionFormProps, 'retention' | 'staff'> {
  locationId: string;
}

/** The retention periods of the location. */
export function RetentionScreen({ locationId, ...form }: RetentionScreenProps) {
  const t = useTranslations('retention');
  const onSave: RetentionFormProps['onSave'] = useRefreshingSave((chosen) => saveRetention({ ...chosen, locationId }));
  return (
    <OfficeSection title={t('title')} text={t('text')}>
      <RetentionForm {...form} onSave={onSave} />
    </OfficeSection>
  );
}
