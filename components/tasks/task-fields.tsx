'use client';

import { DayField } from '#components/days/day-field.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { isDay } from '#lib/wire/time/month.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { useTypeName } from './use-task-text.ts';

const longestName = 500;

interface TaskWordsProps<Type extends string> {
  name: string;
  type: Type;
  types: readonly Type[];
  /** Whether to say that a name is missing. */
  isNameMissed: boolean;
  onName(name: string): void;
  onType(type: Type): void;
}

/** What a task says in own words, and of which type it is. */
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
        maxLength={longestName}
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

const choices = ['today', 'nextWeek', 'pick'] as const;
type DueChoice = (typeof choices)[number];

export interface DueValue {
  choice: DueChoice;
  /** What stands in the field of another day, `yyyy-MM-dd`; empty while none is chosen. */
  picked: string;
}

interface DueFieldProps {
  value: DueValue;
  error?: string;
  onChange(value: DueValue): void;
}

/** The day that is meant; null while none is. */
export function dayOfChoice({ choice, picked }: DueValue, today: string): string | null {
  switch (choice) {
    case 'today':
      return today;
    case 'nextWeek':
      return daysLater(today, 7);
    case 'pick':
      return isDay(picked) ? picked : null;
  }
}

/** How a day is chosen again that was chosen before. */
export function choiceOfDay(day: string | null, today: string): DueValue {
  const choice = day === today ? 'today' : day === daysLater(today, 7) ? 'nextWeek' : 'pick';
  return { choice, picked: day ?? '' };
}

export function DueField({ value, error, onChange }: DueFieldProps) {
  const t = useTranslations('tasks');
  return (
    <div className="grid gap-3">
      <Segmented
        label={t('due')}
        value={value.choice}
        options={choices.map((choice) => ({ value: choice, label: t(`dueChoices.${choice}`) }))}
        onChange={(choice) => onChange({ ...value, choice })}
      />
      {value.choice === 'pick' && (
        <DayField
          label={t('dueChoices.pick')}
          error={error}
          value={value.picked}
          onChange={(picked) => onChange({ ...value, picked })}
        />
      )}
    </div>
  );
}
