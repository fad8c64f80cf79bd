'use client';

import { useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { TextField } from '#components/ui/field.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { longestEmail } from '#contracts/v2/primitives.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { longestStaffName, type StaffEntries, staffEntries } from '#lib/wire/staff.ts';
import { longestPassword, shortestPassword } from '#shared/password/password-length.ts';

interface SetUpFormProps<Made> {
  onSetUp(manager: StaffEntries): Promise<ActionResult<Made>>;
  /** Called when the account exists: the page is about to change. */
  onDone(manager: StaffEntries, made: Made): void;
}

/** Creates the first account of a new desk: the manager's. */
export function SetUpForm<Made>({ onSetUp, onDone }: SetUpFormProps<Made>) {
  const t = useTranslations('setUp');
  const [isDone, setDone] = useState(false);
  const setUp = useAction(onSetUp);
  const form = useForm(staffEntries, {
    initial: { name: '', email: '', password: '' },
    action: { ...setUp, isPending: setUp.isPending || isDone },
    mistakeOf: (rule) => rule,
  });
  const submit = form.submit(async (manager) => {
    const result = await setUp.run(manager);
    if (!result?.ok) return result;
    setDone(true);
    onDone(manager, result.value);
    return result;
  }, enteredIn);

  // uncontrolled: text typed before hydration stays in the fields
  const entry = (field: keyof StaffEntries, message: string) => ({
    name: field,
    error: form.mistakes[field] ? message : undefined,
    onChange: form.field(field).onChange,
  });

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        {...entry('name', t('nameMissing'))}
        label={t('name')}
        autoComplete="name"
        maxLength={longestStaffName}
        autoFocus
      />
      <TextField
        {...entry('email', t('emailInvalid'))}
        label={t('email')}
        type="email"
        autoComplete="username"
        maxLength={longestEmail}
      />
      <TextField
        {...entry(
          'password',
          form.mistakes.password === 'refused'
            ? t('passwordUnsafe')
            : t('passwordTooShort', { count: shortestPassword }),
        )}
        label={t('password')}
        type="password"
        autoComplete="new-password"
        maxLength={longestPassword}
        hint={t('passwordHint', { count: shortestPassword })}
      />
      <Problem>{setUp.error?.code === 'notFound' ? t('linkInvalid') : form.failure}</Problem>
      <PendingButton type="submit" look="main" isPending={form.isPending}>
        {t('submit')}
      </PendingButton>
    </form>
  );
}

const enteredIn = (fields: FormData): StaffEntries => ({
  name: String(fields.get('name')),
  email: String(fields.get('email')),
  password: String(fields.get('password')),
});
