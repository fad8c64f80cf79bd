'use client';

import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { FormEnd } from '#components/office/section.tsx';
import { BegunBy, type BegunByProps } from '#components/profile/begun-by.tsx';
import { TextField } from '#components/ui/field.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { AccessOutcome, KeyDoubt } from '#lib/wire/connection.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { originEntries } from '#lib/wire/platform-access.ts';

export type Access = z.output<typeof originEntries>;
type Refusal = Exclude<AccessOutcome, { kind: 'kept' | 'doubtful' }>;
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
  rejected: 'key',
  permissionMissing: 'key',
  busy: 'key',
  inUseElsewhere: 'key',
};

interface AccessFormProps {
  texts: Record<'url' | 'urlHint' | 'key' | 'keyHint' | 'save' | 'kept', string>;
  /** The address in use; empty where there is none. */
  url: string;
  staff: BegunByProps['staff'];
  onSave(access: Access): Promise<ActionResult<AccessOutcome>>;
  /** Called when they are in use. */
  onKept(): Promise<unknown>;
  /** Called when the action failed: another manager may have changed the connection. */
  onFailed(): void;
  /** Called when the key may be that of another gym. */
  onDoubt?(access: Access, doubt: KeyDoubt): void;
  /** Another button. */
  children?: ReactNode;
}

/** Address and key of an interface. The key in use is never shown. */
export function AccessForm({ texts, url, staff, onSave, onKept, onFailed, onDoubt, children }: AccessFormProps) {
  const t = useTranslations('connection');
  const tCause = useTranslations('platform.causes');
  const save = useAction(onSave, { onDone: ({ kind }) => (kind === 'kept' ? onKept() : undefined) });
  const form = useForm(originEntries, {
    initial: { url, key: '' },
    action: save,
    mistakeOf: (rule, field): Mistake =>
      field === 'url' ? { kind: 'url' } : { kind: rule === 'too_small' ? 'missing' : 'invalid' },
  });
  useUnsaved(form.isUnsaved);
  const submit = form.submit(async (access) => {
    const result = await save.run(access);
    if (result?.ok === false) onFailed();
    if (!result?.ok) return result;
    const { value } = result;
    if (value.kind === 'kept') {
      // the stored address is normalised and may differ from the typed one
      form.beginAnew({ url: access.url, key: '' });
      toast.success(texts.kept);
    } else if (value.kind === 'doubtful') onDoubt?.(access, value.doubt);
    else form.refuse({ [fieldOf[value.kind]]: value });
    return result;
  });
  const field = (name: Field) => {
    const mistake = form.mistakes[name];
    const sentence = mistake && t(`problems.${mistake.kind}`, { name: mistake.name ?? 'none' });
    return {
      ...form.field(name),
      autoComplete: 'off',
      label: texts[name],
      hint: texts[`${name}Hint`],
      error: sentence && [sentence, ...(mistake.cause ? [tCause(mistake.cause)] : [])].join(' '),
      // the answer was about both: a change of either clears it
      onChange: ({ target }: { target: { value: string } }) => form.change({ [name]: target.value }, ['url', 'key']),
    };
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      {form.isUnsaved && <BegunBy staff={staff} />}
      <PendingFields isPending={form.isPending}>
        <TextField {...field('url')} type="url" inputMode="url" />
        <TextField {...field('key')} type="password" />
      </PendingFields>
      <FormEnd submit={texts.save} isPending={form.isPending} failure={form.failure}>
        {children}
      </FormEnd>
    </form>
  );
}
