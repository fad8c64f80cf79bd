'use client';

import { UsersRound } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { EditConflict, ProfileField } from '#lib/wire/members.ts';
import { usePersonText } from './details.tsx';

export type Choice = 'mine' | 'theirs';

interface PersonConflictsProps {
  conflicts: readonly EditConflict[];
  choices: Partial<Record<ProfileField, Choice>>;
  onChoose(conflict: EditConflict, choice: Choice): void;
  /** Whether the user tried to save without a choice for each conflict. */
  isChoiceMissing: boolean;
  timeZone: string;
}

/** Another user changed the same fields in the meantime: shows both values of each, and the user chooses. */
export function PersonConflicts({ conflicts, choices, onChoose, isChoiceMissing, timeZone }: PersonConflictsProps) {
  const t = useTranslations('profile.conflicts');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (conflicts.length > 0) box.current?.querySelector('input')?.focus();
  }, [conflicts]);
  if (conflicts.length === 0) return null;
  return (
    <div ref={box} role="alert">
      <Banner tone="warning" icon={UsersRound} title={t('title')}>
        <p>{t('text')}</p>
        <div className="mt-3 grid gap-4">
          {conflicts.map((conflict) => (
            <ConflictChoice
              key={conflict.field}
              conflict={conflict}
              choice={choices[conflict.field]}
              onChoose={(choice) => onChoose(conflict, choice)}
              timeZone={timeZone}
            />
          ))}
        </div>
        <p className="mt-3 font-semibold text-refused empty:hidden">{isChoiceMissing && t('choiceMissing')}</p>
      </Banner>
    </div>
  );
}

interface ConflictChoiceProps {
  conflict: EditConflict;
  choice: Choice | undefined;
  onChoose(choice: Choice): void;
  timeZone: string;
}

function ConflictChoice({ conflict, choice, onChoose, timeZone }: ConflictChoiceProps) {
  const t = useTranslations('profile');
  const name = useId();
  const write = usePersonText(timeZone);
  const written = (value: string) => write(conflict.field, value) || t('conflicts.nothing');
  return (
    <fieldset>
      <legend className="font-semibold">{t(`fields.${conflict.field}`)}</legend>
      {(['mine', 'theirs'] as const).map((option) => (
        <label key={option} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={choice === option}
            onChange={() => onChoose(option)}
            className="size-5 accent-accent"
          />
          <span>
            {t(`conflicts.${option}`)} <strong className="break-words">{written(conflict[option])}</strong>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
