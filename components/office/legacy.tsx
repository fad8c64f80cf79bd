'use client';

import { CircleCheck, CircleDashed, CloudOff, KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { BegunBy, type BegunByProps } from '#components/profile/begun-by.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { LegacyOutcome, LegacyView } from '#lib/wire/legacy-connectivity.ts';
import { ConnectionState, FormEnd } from './section.tsx';

type LegacyField = 'url' | 'gymId' | 'token';
type LegacyProblem = Exclude<LegacyOutcome['kind'], 'kept'> | LegacyField;

/** At which field a problem is said. */
const fieldOf: Record<LegacyProblem, LegacyField> = {
  url: 'url',
  unreachable: 'url',
  addressNotAllowed: 'url',
  gymId: 'gymId',
  token: 'token',
  tokenMissing: 'token',
  refused: 'token',
};

export interface LegacyEntries {
  url: string;
  gymId: string;
  /** Left out: the one that is stored. */
  token?: string;
}

interface LegacyFormProps {
  legacy: LegacyView | null;
  staff: BegunByProps['staff'];
  onSave(entries: LegacyEntries): Promise<ActionResult<LegacyOutcome>>;
  /** Called once it is in use. */
  onKept(): Promise<unknown>;
  onRemove(): void;
}

/** Address, gym and token of the legacy interface. The token that is stored is never shown. */
export function LegacyForm({ legacy, staff, onSave, onKept, onRemove }: LegacyFormProps) {
  const t = useTranslations('office.legacy');
  const [entries, setEntries] = useState({ url: legacy?.url ?? '', gymId: legacy?.gymId ?? '', token: '' });
  // the address is kept in another spelling than it may have been typed in
  const [kept, setKept] = useState(entries);
  const isUnsaved = entries.url !== kept.url || entries.gymId !== kept.gymId || entries.token !== '';
  useUnsaved(isUnsaved);
  const [problems, setProblems] = useState<readonly LegacyProblem[]>([]);
  const save = useAction(onSave, { onDone: ({ kind }) => (kind === 'kept' ? onKept() : undefined) });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { token, ...place } = entries;
    const result = await save.run(token === '' ? place : entries);
    if (!result) return;
    setProblems(problemsOf(result));
    if (!result.ok || result.value.kind !== 'kept') return;
    setEntries({ ...entries, token: '' });
    setKept({ ...entries, token: '' });
    toast.success(t('kept'));
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
        // the other mistakes are still there; a pair that was refused is mended by either half
        setProblems(problems.filter((found) => fieldOf[found] !== name && found !== 'refused'));
        save.forgetFailure();
      },
    };
  };

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4" data-kept>
      {isUnsaved && <BegunBy staff={staff} />}
      <PendingFields isPending={save.isPending}>
        <TextField {...field('url')} type="url" inputMode="url" hint={t('urlHint')} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField {...field('gymId')} hint={t('gymIdHint')} />
          <TextField {...field('token')} type="password" hint={t(legacy ? 'tokenKeptHint' : 'tokenHint')} />
        </div>
      </PendingFields>
      <FormEnd submit={t('save')} isPending={save.isPending} failure={problems.length > 0 ? null : save.failure}>
        {legacy && (
          <Button onClick={onRemove} className="max-sm:w-full">
            {t('remove')}
          </Button>
        )}
      </FormEnd>
    </form>
  );
}

/** What is wrong with the entries; nothing where they were kept, or where it is no fault of theirs. */
function problemsOf(result: ActionResult<LegacyOutcome>): readonly LegacyProblem[] {
  if (result.ok) return result.value.kind === 'kept' ? [] : [result.value.kind];
  const fields = Object.keys(result.error.fieldErrors ?? {});
  return (['url', 'gymId', 'token'] as const).filter((field) => fields.includes(field));
}

interface LegacyStateProps {
  /** Null where the location has no legacy interface. */
  legacy: LegacyView | null;
  timeZone: string;
}

/** When the platform last heard of this desk by the legacy interface, and since when not. */
export function LegacyState({ legacy, timeZone }: LegacyStateProps) {
  const t = useTranslations('office.legacy');
  const { time } = useLocationFormat(timeZone);
  const state = legacy?.state ?? 'none';
  switch (state) {
    case 'none':
    case 'untried':
      return (
        <ConnectionState tone="neutral" icon={CircleDashed}>
          {t(`states.${state}`)}
        </ConnectionState>
      );
    case 'heard':
      return (
        <ConnectionState tone="good" icon={CircleCheck}>
          {t('states.heard', { time: time(legacy?.heardAt ?? '') })}
        </ConnectionState>
      );
    case 'refused':
    case 'unreachable':
      return (
        <ConnectionState
          tone={state === 'refused' ? 'bad' : 'warning'}
          icon={state === 'refused' ? KeyRound : CloudOff}
        >
          <p>{t(`states.${state}`, { time: time(legacy?.failingSince ?? '') })}</p>
          <p className="font-normal text-ink-soft">
            {legacy?.heardAt ? t('lastHeard', { time: time(legacy.heardAt) }) : t('neverHeard')}
          </p>
        </ConnectionState>
      );
  }
}
