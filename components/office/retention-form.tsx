'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { type Retention, type RetentionName, retentionLimits, retentionNames } from '#lib/wire/retention.ts';

type WrittenMonths = Record<RetentionName, string>;

export interface RetentionFormProps {
  retention: Retention;
  onSave(retention: Retention): Promise<void>;
}

/** For how many months the location keeps what; an empty field keeps everything. */
export function RetentionForm({ retention, onSave }: RetentionFormProps) {
  const t = useTranslations('office.retention');
  const common = useTranslations('office.location');
  const [months, setMonths] = useState<WrittenMonths>(writeMonths(retention));
  const [wrong, setWrong] = useState<readonly RetentionName[]>([]);
  const [isPending, setPending] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const found = retentionNames.filter((name) => !isRight(name, months[name].trim()));
    setWrong(found);
    const [first] = found;
    if (first) return (event.currentTarget.elements.namedItem(first) as HTMLInputElement | null)?.focus(); // safe because: fields are named like choices
    setPending(true);
    await onSave(readMonths(months));
    setPending(false);
  };

  return (
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
      <div className="flex justify-end">
        <Button type="submit" aria-disabled={isPending} className="max-sm:w-full">
          {isPending && <Spinner />}
          {t('save')}
        </Button>
      </div>
    </form>
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
