'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { TextField } from '#components/ui/field.tsx';
import { toast } from '#components/ui/toast.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import {
  deletesMore,
  type Retention,
  type RetentionName,
  retentionLimits,
  retentionNames,
} from '#lib/wire/retention.ts';
import { FormEnd } from './section.tsx';

type WrittenMonths = Record<RetentionName, string>;

interface RetentionFormProps {
  retention: Retention;
  onSave(retention: Retention): Promise<ActionResult<null>>;
}

/**
 * For how many months the location keeps what; an empty field keeps everything. What deletes more than before is asked
 * about first.
 */
export function RetentionForm({ retention, onSave }: RetentionFormProps) {
  const t = useTranslations('office.retention');
  const common = useTranslations('office.location');
  const [months, setMonths] = useState<WrittenMonths>(writeMonths(retention));
  const [wrong, setWrong] = useState<readonly RetentionName[]>([]);
  const [kept, setKept] = useState(retention);
  const [asked, setAsked] = useState<Retention | null>(null);
  const onDone = (_: null, chosen: Retention) => {
    setKept(chosen);
    toast.success(t('saved'));
  };
  const save = useAction(onSave, { onDone });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = retentionNames.filter((name) => !isRight(name, months[name].trim()));
    setWrong(found);
    const [first] = found;
    if (first) return (event.currentTarget.elements.namedItem(first) as HTMLInputElement | null)?.focus(); // safe because: fields are named like choices
    const chosen = readMonths(months);
    if (deletesMore(kept, chosen)) setAsked(chosen);
    else void save.run(chosen);
  };

  return (
    <>
      <form method="post" noValidate onSubmit={submit} className="grid gap-4">
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
        <FormEnd submit={t('save')} isPending={save.isPending} failure={save.failure} />
      </form>
      {asked && (
        <ConfirmDialog
          title={t('askTitle')}
          description={t('askText')}
          confirm={t('delete')}
          onConfirm={() => onSave(asked)}
          onDone={() => {
            onDone(null, asked);
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
