'use client';

import { type FormEvent, useState } from 'react';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
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
  retentionLimits,
  retentionNames,
} from '#lib/wire/retention.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { FormEnd } from './section.tsx';

type RetentionChange = Parameters<RetentionFormProps['onSave']>[0];
type WrittenMonths = Record<RetentionName, string>;

export interface RetentionFormProps {
  retention: Retention;
  staff: BegunByProps['staff'];
  /** @param base the choice that was changed: somebody else may have changed it since */
  onSave(change: {
    base: Retention;
    chosen: Retention;
  }): Promise<ActionResult<SettingsOutcome<Retention, RetentionName>>>;
}

/**
 * For how many months the location keeps what; an empty field keeps everything. What deletes more than before is asked
 * about first.
 */
export function RetentionForm({ retention, staff, onSave }: RetentionFormProps) {
  const t = useTranslations('office.retention');
  const common = useTranslations('office.location');
  const [months, setMonths] = useState<WrittenMonths>(writeMonths(retention));
  const [wrong, setWrong] = useState<readonly RetentionName[]>([]);
  const [kept, setKept] = useState(retention);
  const [asked, setAsked] = useState<RetentionChange | null>(null);
  const [meanwhile, setMeanwhile] = useState<readonly RetentionName[]>([]);
  const isUnsaved = retentionNames.some((name) => months[name] !== writeMonths(kept)[name]);
  useUnsaved(isUnsaved);
  const meet = (outcome: SettingsOutcome<Retention, RetentionName>, { base, chosen }: RetentionChange) => {
    setKept(outcome.now);
    setMonths(writeMonths(mergeSettings(base, chosen, outcome.now).merged));
    setMeanwhile(outcome.kind === 'saved' ? [] : outcome.conflicts);
    if (outcome.kind === 'saved') toast.success(t('saved'));
  };
  const save = useAction(onSave, { onDone: meet });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = retentionNames.filter((name) => !isRight(name, months[name].trim()));
    setWrong(found);
    if (found.length > 0) return;
    const change = { base: kept, chosen: readMonths(months) };
    if (deletesMore(kept, change.chosen)) setAsked(change);
    else void save.run(change);
  };

  return (
    <>
      <form method="post" noValidate onSubmit={submit} className="grid gap-4" data-kept>
        {isUnsaved && <BegunBy staff={staff} />}
        <PendingFields isPending={save.isPending}>
          <div className="grid items-start gap-4 sm:grid-cols-3">
            {retentionNames.map((name) => (
              <TextField
                key={name}
                name={name}
                inputMode="numeric"
                autoComplete="off"
                label={t(`${name}.label`)}
                hint={t(`${name}.hint`)}
                error={wrong.includes(name) ? common('outOfRange', textsOf(retentionLimits[name])) : undefined}
                value={months[name]}
                onChange={(event) => {
                  setMonths({ ...months, [name]: event.target.value });
                  setWrong(wrong.filter((other) => other !== name));
                }}
              />
            ))}
          </div>
        </PendingFields>
        <ChangedMeanwhile changes={meanwhile.map((name) => ({ label: t(`${name}.label`), value: kept[name] }))} />
        <FormEnd submit={t('save')} isPending={save.isPending} failure={save.failure} />
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

const writeMonths = (retention: Retention): WrittenMonths => ({
  keepVisitsMonths: String(retention.keepVisitsMonths ?? ''),
  keepAuditLogMonths: String(retention.keepAuditLogMonths ?? ''),
  keepWebhooksMonths: String(retention.keepWebhooksMonths ?? ''),
});

const readMonths = (written: WrittenMonths): Retention => {
  const read = (text: string) => (text.trim() === '' ? null : Number(text));
  return {
    keepVisitsMonths: read(written.keepVisitsMonths),
    keepAuditLogMonths: read(written.keepAuditLogMonths),
    keepWebhooksMonths: read(written.keepWebhooksMonths),
  };
};

function isRight(name: RetentionName, text: string): boolean {
  const { min, max } = retentionLimits[name];
  return text === '' || (/^\d{1,3}$/.test(text) && Number(text) >= min && Number(text) <= max);
}

const textsOf = ({ min, max }: { min: number; max: number }) => ({ min: String(min), max: String(max) });
