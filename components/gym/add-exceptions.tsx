'use client';

import { DayField, useNumericDay } from '#components/days/day-field.tsx';
import { TimeField } from '#components/days/time-field.tsx';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useForm } from '#components/hooks/use-form.ts';
import { TextField } from '#components/ui/field.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type ExceptionDays, exceptionDays, longestNote } from '#lib/wire/closing-times.ts';

interface AddExceptionsProps {
  today: string;
  onAdd(days: ExceptionDays): void;
  onClose(): void;
}

const empty: ExceptionDays = { from: '', until: '', kind: 'closed', time: '', note: '' };

/** Adds one or several days with another closing time to the form. */
export function AddExceptions({ today, onAdd, onClose }: AddExceptionsProps) {
  const t = useTranslations('gym');
  const numericDay = useNumericDay();
  const mistakeOf = (rule: string): string => {
    switch (rule) {
      case 'isBefore':
        return t('untilBefore');
      case 'tooMany':
        return t('tooManyDays');
      case 'notATime':
        return t('notATime');
      default:
        return t('dayMissing', { example: numericDay(today) });
    }
  };
  const form = useForm(exceptionDays, { initial: empty, mistakeOf });
  return (
    <FormDialog
      title={t('addTitle')}
      description={t('addText')}
      submit={t('add')}
      isPending={false}
      failure={form.failure}
      onSubmit={form.submit((days) => {
        onAdd(days);
        return null;
      })}
      onClose={onClose}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DayField
          name="from"
          label={t('from')}
          value={form.values.from}
          today={today}
          min={today}
          error={form.mistakes.from}
          onChange={(from) => form.change({ from }, ['until'])}
        />
        <DayField
          name="until"
          label={t('until')}
          hint={t('untilHint')}
          value={form.values.until}
          today={today}
          min={today}
          error={form.mistakes.until}
          onChange={(until) => form.change({ until })}
        />
      </div>
      <Segmented
        label={t('kind')}
        value={form.values.kind}
        options={(['closed', 'otherTime'] as const).map((kind) => ({ value: kind, label: t(kind) }))}
        onChange={(kind) => form.change({ kind }, ['time'])}
      />
      {form.values.kind === 'otherTime' && (
        <TimeField
          className="max-w-48"
          name="time"
          label={t('everyDayTime')}
          value={form.values.time}
          error={form.mistakes.time}
          onChange={(time) => form.change({ time })}
        />
      )}
      <TextField
        {...form.field('note')}
        autoComplete="off"
        maxLength={longestNote}
        label={t('note')}
        hint={t('noteHint')}
      />
    </FormDialog>
  );
}
