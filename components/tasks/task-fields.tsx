'use client';

import { DayField } from '#components/days/day-field.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type DueValue, dueChoices } from '#lib/wire/task-form.ts';
import { longestTaskName } from '#lib/wire/tasks.ts';
import { useTypeName } from './use-task-text.ts';

interface TaskWordsProps<Type extends string> {
  name: string;
  type: Type;
  types: readonly Type[];
  /** Whether to report the missing name. */
  isNameMissed: boolean;
  onName(name: string): void;
  onType(type: Type): void;
}

/** Name and type of a task without a template. */
export function TaskWords<Type extends string>({
  name,
  type,
  types,
  isNameMissed,
  onName,
  onType,
}: TaskWordsProps<Type>) {
  const t = useTranslations('tasks');
  const nameType = useTypeName();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={t('name')}
        value={name}
        maxLength={longestTaskName}
        error={isNameMissed ? t('nameMissing') : undefined}
        onChange={(event) => onName(event.target.value)}
      />
      <Select<Type>
        label={t('type')}
        value={type}
        options={types.map((value) => ({ value, label: nameType(value) }))}
        onChange={onType}
      />
    </div>
  );
}

interface DueFieldProps {
  value: DueValue;
  /** Whether to report the missing day. */
  isMissed: boolean;
  onChange(value: DueValue): void;
}

export function DueField({ value, isMissed, onChange }: DueFieldProps) {
  const t = useTranslations('tasks');
  return (
    <div className="grid gap-3">
      <Segmented
        label={t('due')}
        value={value.choice}
        options={dueChoices.map((choice) => ({ value: choice, label: t(`dueChoices.${choice}`) }))}
        onChange={(choice) => onChange({ ...value, choice })}
      />
      {value.choice === 'pick' && (
        <DayField
          label={t('dueChoices.pick')}
          error={isMissed ? t('dueMissing') : undefined}
          value={value.picked}
          onChange={(picked) => onChange({ ...value, picked })}
        />
      )}
    </div>
  );
}
