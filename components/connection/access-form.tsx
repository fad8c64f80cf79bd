'use client';

import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { useStoredValues } from '#components/hooks/use-stored-values.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { FormEnd } from '#components/office/section.tsx';
import { BegunBy, type BegunByProps } from '#components/profile/begun-by.tsx';
import type { ButtonProps } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { AccessOutcome } from '#lib/wire/connection.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { originEntries } from '#lib/wire/platform-access.ts';

type Access = z.output<typeof originEntries>;
type Refusal = Exclude<AccessOutcome<never>, { kind: 'kept' | 'doubtful' }>;
type Field = keyof Access;

/** The error at a field: its input is invalid, or the reason why the desk did not store it. */
interface Mistake {
  kind: Refusal['kind'] | 'url' | 'missing' | 'invalid';
  cause?: OutageCause | null;
  name?: string | null;
}

const fieldOf: Record<Refusal['kind'], Field> = {
  unreachable: 'url',
  addressNotAllowed: 'url',
  tooManyAttempts: 'url',
  rejected: 'key',
  permissionMissing: 'key',
  busy: 'key',
  inUseElsewhere: 'key',
};

/** What the manager saw when they began to type. */
interface Attempt<Doubt> extends Access {
  version: string;
  /** The doubt that they were asked about and have confirmed. */
  confirmed: Doubt | null;
}

interface AccessFormProps<Doubt> {
  /** The interface, which decides the texts. */
  of: 'access' | 'dataExport';
  /** The address in use; empty where there is none. */
  url: string;
  /** The version of the connection. */
  version: string;
  staff: BegunByProps['staff'];
  onSave(attempt: Attempt<Doubt>): Promise<ActionResult<AccessOutcome<Doubt>>>;
  /** Called when they are in use. */
  onKept(): Promise<unknown>;
  /** Called when another manager has changed the connection. @returns its current version */
  onConflict(): Promise<string>;
  /** What is asked where the key may be that of another gym. */
  question(doubt: Doubt): { title: string; description: string; confirm: string; look: ButtonProps['look'] };
  /** Another button. */
  children?: ReactNode;
}

/** Address and key of an interface. The key in use is never shown. */
export function AccessForm<Doubt>(props: AccessFormProps<Doubt>) {
  const { of, url, version, staff, question, onKept, onConflict, children } = props;
  const t = useTranslations('connection');
  const tCause = useTranslations('platform.causes');
  const [asked, setAsked] = useState<{ attempt: Attempt<Doubt>; doubt: Doubt } | null>(null);
  const send = async (attempt: Attempt<Doubt>) => {
    const result = await props.onSave(attempt);
    if (!result.ok && result.error.code === 'conflict') see(await onConflict());
    return result;
  };
  const save = useAction(send, { onDone: ({ kind }) => (kind === 'kept' ? onKept() : undefined) });
  const form = useForm(originEntries, {
    initial: { url, key: '' },
    action: save,
    mistakeOf: (rule, field): Mistake =>
      field === 'url' ? { kind: 'url' } : { kind: rule === 'too_small' ? 'missing' : 'invalid' },
  });
  const [seen, see] = useStoredValues(form, { values: { url, key: '' }, version });
  useUnsaved(form.isUnsaved);
  const settle = (attempt: Attempt<Doubt>, outcome: AccessOutcome<Doubt>) => {
    setAsked(outcome.kind === 'doubtful' ? { attempt, doubt: outcome.doubt } : null);
    if (outcome.kind === 'kept') {
      // the stored address is normalised and may differ from the typed one
      form.beginAnew({ url: attempt.url, key: '' });
      toast.success(t(`${of}.kept`));
    } else if (outcome.kind !== 'doubtful') form.refuse({ [fieldOf[outcome.kind]]: outcome });
  };
  const submit = form.submit(async (access) => {
    const attempt = { ...access, version: seen, confirmed: null };
    const result = await save.run(attempt);
    if (result?.ok) settle(attempt, result.value);
    return result;
  });
  const field = (name: Field) => {
    const mistake = form.mistakes[name];
    const sentence = mistake && t(`problems.${mistake.kind}`, { of, name: mistake.name ?? 'none' });
    return {
      ...form.field(name),
      autoComplete: 'off',
      error: sentence && [sentence, ...(mistake.cause ? [tCause(mistake.cause)] : [])].join(' '),
      // the answer was about both: a change of either clears it
      onChange: ({ target }: { target: { value: string } }) => form.change({ [name]: target.value }, ['url', 'key']),
    };
  };
  return (
    <>
      <form method="post" noValidate onSubmit={submit} className="grid gap-4">
        {form.isUnsaved && <BegunBy staff={staff} />}
        <PendingFields isPending={form.isPending}>
          <TextField {...field('url')} label={t(`${of}.url`)} hint={t('access.urlHint')} type="url" inputMode="url" />
          <TextField {...field('key')} label={t(`${of}.key`)} hint={t(`${of}.keyHint`)} type="password" />
        </PendingFields>
        <FormEnd submit={t(`${of}.save`)} isPending={form.isPending} failure={form.failure}>
          {children}
        </FormEnd>
      </form>
      {asked && (
        <ConfirmDialog
          {...question(asked.doubt)}
          onConfirm={() => send({ ...asked.attempt, confirmed: asked.doubt })}
          onDone={async (outcome) => {
            if (outcome.kind === 'kept') await onKept();
            settle(asked.attempt, outcome);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
