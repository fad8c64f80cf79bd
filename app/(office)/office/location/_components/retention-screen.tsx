'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCallAction } from '#app/(office)/office/_components/use-call-action.ts';
import { FormDialog } from '#components/office/form-dialog.tsx';
import { OfficeSection } from '#components/office/office-section.tsx';
import { RetentionForm } from '#components/office/retention-form.tsx';
import { toast } from '#components/ui/toast.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { deletesMore, type Retention } from '#lib/wire/retention.ts';

export interface RetentionScreenProps {
  locationId: string;
  retention: Retention;
  save(input: Retention & { locationId: string }): Promise<ActionResult<null>>;
}

/** How long the location keeps what it has dealt with. Whatever deletes more than before is asked about first. */
export function RetentionScreen({ locationId, retention, save }: RetentionScreenProps) {
  const t = useTranslations('office.retention');
  const call = useCallAction();
  const [kept, setKept] = useState(retention);
  const [asked, setAsked] = useState<Retention | null>(null);

  const saveNow = async (chosen: Retention) => {
    const saved = await call(() => save({ ...chosen, locationId }));
    setAsked(null);
    if (!saved) return;
    setKept(chosen);
    toast.success(t('saved'));
  };
  const onSave = async (chosen: Retention) => {
    if (deletesMore(kept, chosen)) setAsked(chosen);
    else await saveNow(chosen);
  };
  return (
    <OfficeSection title={t('title')} text={t('text')}>
      <RetentionForm retention={retention} onSave={onSave} />
      {asked && (
        <FormDialog
          title={t('askTitle')}
          description={t('askText')}
          submit={t('delete')}
          look="danger"
          onSubmit={() => saveNow(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </OfficeSection>
  );
}
