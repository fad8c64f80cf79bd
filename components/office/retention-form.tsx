'use client';

import { useState } from 'react';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { useStoredValues } from '#components/hooks/use-stored-values.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { BegunBy, type BegunByProps } from '#components/profile/begun-by.tsx';
import { TextField } from '#components/ui/field.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { mergeSettings, type SettingsOutcome } from '#lib/wire/merge-settings.ts';
import {
  deletesMore,
  type Retention,
  type RetentionName,
  retentionForm,
  retentionLimits,
  retentionNames,
} from '#lib/wire/retention.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { FormEnd } from './section.tsx';

type RetentionChange = Parameters<RetentionFormProps['onSave']>[0];

export interface RetentionFormProps {
  retention: Retention;
  staff: BegunByProps['staff'];
  /** @param base the values before the change: another user may have changed them since */
  onSave(change: {
    base: Retention;
    chosen: Retention;
  }): Promise<ActionResult<SettingsOutcome<Retention, RetentionName>>>;
}

/**
 * How many months the location keeps each kind of record; an empty field keeps them permanently. A change that deletes
 * more than before needs confirmation.
 */
export function RetentionForm({ retention, staff, onSave }: RetentionFormProps) {
  const t = useTranslations('retention');
  const common = useTranslations('gym');
  const [kept, setKept] = useState(retention);
  const [asked, setAsked] = useState<RetentionChange | null>(null);
  const [meanwhile, setMeanwhile] = useState<readonly RetentionName[]>([]);
  const meet = (outcome: SettingsOutcome<Retention, RetentionName>, { base, chosen }: RetentionChange) => {
    const { merged } = mergeSettings(base, chosen, outcome.now);
    setKept(outcome.now);
    form.beginAnew(retentionForm.encode(outcome.now), retentionForm.encode(merged));
    setMeanwhile(outcome.kind === 'saved' ? [] : outcome.conflicts);
    if (outcome.kind === 'saved') toast.success(t('saved'));
  };
  const save = useAction(onSave, { onDone: meet });
  const form = useForm(retentionForm, {
    initial: retentionForm.encode(retention),
    action: save,
    mistakeOf: () => true,
  });
  const beginWith = (stored: Retention) => {
    setKept(stored);
    form.beginAnew(retentionForm.encode(stored));
  };
  useStoredValues(
    { isUnsaved: form.isUnsaved, beginAnew: beginWith },
    { values: retention, version: '', returned: kept },
  );
  useUnsaved(form.isUnsaved);
  const submit = form.submit((chosen) => {
    const change = { base: kept, chosen };
    if (!deletesMore(kept, chosen)) return save.run(change);
    setAsked(change);
    return null;
  });

  return (
    <>
      <form method="post" noValidate onSubmit={submit} className="grid gap-4" data-kept>
        {form.isUnsaved && <BegunBy staff={staff} />}
        <PendingFields isPending={form.isPending}>
          <div className="grid items-start gap-4 sm:grid-cols-3">
            {retentionNames.map((name) => (
              <TextField
                key={name}
                {...form.field(name)}
                inputMode="numeric"
                autoComplete="off"
                label={t(`${name}.label`)}
                hint={t(`${name}.hint`)}
                error={form.mistakes[name] && common('outOfRange', textsOf(retentionLimits[name]))}
              />
            ))}
          </div>
        </PendingFields>
        <ChangedMeanwhile changes={meanwhile.map((name) => ({ label: t(`${name}.label`), value: kept[name] }))} />
        <FormEnd submit={t('save')} isPending={form.isPending} failure={form.failure} />
      </form>
      {asked && (
        <ConfirmDialog
          title={t('askTitle')}
          description={t('askText')}
          confirm={t('delete')}
          onConfirm={() => onSave(asked)}
          onDone={(outcome) => {
            meet(outcome, asked);
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

const textsOf = ({ min, max }: { min: number; max: number }) => ({ min: String(min), max: String(max) });
