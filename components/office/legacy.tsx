'use client';

import { CircleCheck, CircleDashed, CloudOff, KeyRound } from 'lucide-react';
import type { z } from 'zod';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useStoredValues } from '#components/hooks/use-stored-values.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { BegunBy, type BegunByProps } from '#components/profile/begun-by.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { LegacyOutcome, LegacyView } from '#lib/wire/legacy-connectivity.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { legacyForm } from '#lib/wire/platform-access.ts';
import { ConnectionState, FormEnd } from './section.tsx';

type LegacyField = keyof z.input<typeof legacyForm>;
/** The error at a field: its input is invalid, or the reason why the desk did not store it. */
interface LegacyMistake {
  kind: LegacyField | LegacyRefusal;
  cause?: OutageCause | null;
}
type LegacyRefusal = Exclude<LegacyOutcome['kind'], 'kept'>;

const fields = ['url', 'gymId', 'token'] as const satisfies readonly LegacyField[];

const fieldOf: Record<LegacyRefusal, LegacyField> = {
  unreachable: 'url',
  addressNotAllowed: 'url',
  tokenMissing: 'token',
  refused: 'token',
  busy: 'token',
  tooManyAttempts: 'url',
};

interface LegacyFormProps {
  legacy: LegacyView | null;
  /** The version of the connection. */
  version: string;
  staff: BegunByProps['staff'];
  /** @param entries with the version that the manager saw when they began to type */
  onSave(entries: z.output<typeof legacyForm> & { version: string }): Promise<ActionResult<LegacyOutcome>>;
  /** Called when the credentials are in use. */
  onKept(): Promise<unknown>;
  /** Called when another manager has changed the connection. @returns its current version */
  onConflict(): Promise<string>;
  onRemove(): void;
}

/** URL, gym id and token of the legacy interface. The stored token is never shown. */
export function LegacyForm({ legacy, version, staff, onSave, onKept, onConflict, onRemove }: LegacyFormProps) {
  const t = useTranslations('office.legacy');
  const tCause = useTranslations('platform.causes');
  const save = useAction(onSave, { onDone: ({ kind }) => (kind === 'kept' ? onKept() : undefined) });
  const values = { url: legacy?.url ?? '', gymId: legacy?.gymId ?? '', token: '' };
  const form = useForm(legacyForm, {
    initial: values,
    action: save,
    mistakeOf: (_, field): LegacyMistake => ({ kind: fields.find((known) => known === field) ?? 'url' }),
  });
  const [seen, see] = useStoredValues(form, { values, version });
  useUnsaved(form.isUnsaved);
  const submit = form.submit(async (entries) => {
    const result = await save.run({ ...entries, version: seen });
    if (result?.ok === false && result.error.code === 'conflict') see(await onConflict());
    if (!result?.ok) return result;
    const { value } = result;
    if (value.kind === 'kept') {
      // the stored URL is normalised and may differ from the typed one
      form.beginAnew({ ...form.values, token: '' });
      toast.success(t('kept'));
    } else form.refuse({ [fieldOf[value.kind]]: value });
    return result;
  });
  const field = (name: LegacyField) => {
    const mistake = form.mistakes[name];
    return {
      ...form.field(name),
      autoComplete: 'off',
      label: t(name),
      error: mistake && [t(`problems.${mistake.kind}`), ...(mistake.cause ? [tCause(mistake.cause)] : [])].join(' '),
      onChange: ({ target }: { target: { value: string } }) =>
        // changing either half of a rejected pair clears the error
        form.change({ [name]: target.value }, form.mistakes.token?.kind === 'refused' ? ['token'] : []),
    };
  };

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4" data-kept>
      {form.isUnsaved && <BegunBy staff={staff} />}
      <PendingFields isPending={form.isPending}>
        <TextField {...field('url')} type="url" inputMode="url" hint={t('urlHint')} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField {...field('gymId')} hint={t('gymIdHint')} />
          <TextField {...field('token')} type="password" hint={t(legacy ? 'tokenKeptHint' : 'tokenHint')} />
        </div>
      </PendingFields>
      <FormEnd submit={t('save')} isPending={form.isPending} failure={form.failure}>
        {legacy && (
          <Button onClick={onRemove} className="max-sm:w-full">
            {t('remove')}
          </Button>
        )}
      </FormEnd>
    </form>
  );
}

interface LegacyStateProps {
  /** Null where the location has no legacy interface. */
  legacy: LegacyView | null;
  timeZone: string;
}

/** The last successful report to the platform's legacy interface, and since when reports fail. */
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
