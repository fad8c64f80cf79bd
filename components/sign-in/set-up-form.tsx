'use client';

import { type FormEvent, useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { TextField } from '#components/ui/field.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';

export interface FirstManager {
  name: string;
  email: string;
  password: string;
}

interface SetUpFormProps {
  shortestPassword: number;
  onSetUp(manager: FirstManager): Promise<ActionResult<null>>;
  /** Called once there is the account: the page is about to change. */
  onDone(manager: FirstManager): void;
}

/** Makes the first account of a desk that has none: the manager's. */
export function SetUpForm({ shortestPassword, onSetUp, onDone }: SetUpFormProps) {
  const t = useTranslations('setUp');
  const [wrong, setWrong] = useState<readonly (keyof FirstManager)[]>([]);
  const [isDone, setDone] = useState(false);
  const setUp = useAction(onSetUp);
  const isPending = setUp.isPending || isDone;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const fields = new FormData(event.currentTarget);
    const manager: FirstManager = {
      name: String(fields.get('name')).trim(),
      email: String(fields.get('email')).trim(),
      password: String(fields.get('password')),
    };
    const missing = missingFields(manager, shortestPassword);
    setWrong(missing);
    if (missing.length > 0) return setUp.forgetFailure();
    const result = await setUp.run(manager);
    if (!result) return;
    if (!result.ok) return setWrong(fieldsOf(manager).filter((field) => field in (result.error.fieldErrors ?? {})));
    setDone(true);
    onDone(manager);
  };

  const entry = (field: keyof FirstManager, message: string) => ({
    name: field,
    error: wrong.includes(field) ? message : undefined,
    onChange: () => {
      setWrong(wrong.filter((other) => other !== field));
      setUp.forgetFailure();
    },
  });

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <TextField {...entry('name', t('nameMissing'))} label={t('name')} autoComplete="name" maxLength={100} autoFocus />
      <TextField
        {...entry('email', t('emailInvalid'))}
        label={t('email')}
        type="email"
        autoComplete="username"
        maxLength={320}
      />
      <TextField
        {...entry('password', t('passwordTooShort', { count: shortestPassword }))}
        label={t('password')}
        type="password"
        autoComplete="new-password"
        maxLength={200}
        hint={t('passwordHint', { count: shortestPassword })}
      />
      <Problem>{wrong.length === 0 && (setUp.error?.code === 'notFound' ? t('linkInvalid') : setUp.failure)}</Problem>
      <PendingButton type="submit" look="main" isPending={isPending}>
        {t('submit')}
      </PendingButton>
    </form>
  );
}

const fieldsOf = (manager: FirstManager) => Object.keys(manager) as (keyof FirstManager)[]; // safe because: it has no others

function missingFields({ name, email, password }: FirstManager, shortestPassword: number): (keyof FirstManager)[] {
  const missing: (keyof FirstManager)[] = [];
  if (name === '') missing.push('name');
  if (!/^\S+@\S+\.\S+$/.test(email)) missing.push('email');
  if (password.length < shortestPassword) missing.push('password');
  return missing;
}
