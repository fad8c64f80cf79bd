'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { LegacyOutcome, LegacyView } from '#lib/wire/legacy-connectivity.ts';

type LegacyField = 'url' | 'gymId' | 'token';
export type LegacyProblem = Exclude<LegacyOutcome['kind'], 'kept'> | LegacyField;

/** At which field a problem is said. */
const fieldOf: Record<LegacyProblem, LegacyField> = {
  ...{ url: 'url', unreachable: 'url', addressNotAllowed: 'url' },
  ...{ gymId: 'gymId', token: 'token', tokenMissing: 'token', refused: 'token' },
};

export interface LegacyEntries {
  url: string;
  gymId: string;
  /** Left out: the one that is stored. */
  token?: string;
}

export interface LegacyFormProps {
  legacy: LegacyView | null;
  /** @returns what is wrong; none where it was saved, or what failed was said */
  onSave(entries: LegacyEntries): Promise<readonly LegacyProblem[]>;
  onRemove(): void;
}

/** Address, gym and token of the legacy interface. The token that is stored is never shown. */
export function LegacyForm({ legacy, onSave, onRemove }: LegacyFormProps) {
  const t = useTranslations('office.legacy');
  const [entries, setEntries] = useState({ url: legacy?.url ?? '', gymId: legacy?.gymId ?? '', token: '' });
  const [problems, setProblems] = useState<readonly LegacyProblem[]>([]);
  const [isPending, setPending] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const form = event.currentTarget;
    const { token, ...place } = entries;
    setPending(true);
    const found = await onSave(token === '' ? place : entries);
    setPending(false);
    setProblems(found);
    const [first] = found;
    if (first) (form.elements.namedItem(fieldOf[first]) as HTMLInputElement | null)?.focus(); // safe because: fields are named like entries
  };
  const problemAt = (field: LegacyField) => problems.find((problem) => fieldOf[problem] === field);
  const field = (name: LegacyField) => {
    const problem = problemAt(name);
    return {
      name,
      autoComplete: 'off',
      label: t(name),
      error: problem && t(`problems.${problem}`),
      value: entries[name],
      onChange: (event: { target: { value: string } }) => {
        setEntries({ ...entries, [name]: event.target.value });
        setProblems([]);
      },
    };
  };

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <TextField {...field('url')} type="url" inputMode="url" hint={t('urlHint')} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...field('gymId')} hint={t('gymIdHint')} />
        <TextField {...field('token')} type="password" hint={t(legacy ? 'tokenKeptHint' : 'tokenHint')} />
      </div>
      <div className="flex flex-wrap justify-end gap-2.5">
        {legacy && (
          <Button onClick={onRemove} className="max-sm:w-full">
            {t('remove')}
          </Button>
        )}
        <Button type="submit" aria-disabled={isPending} className="max-sm:w-full">
          {isPending && <Spinner />}
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
