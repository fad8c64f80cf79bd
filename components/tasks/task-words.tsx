'use client';

import { useTranslations } from 'next-intl';
import { TextField } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
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
