'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Spinner } from '#components/ui/spinner.tsx';

export interface FirstManager {
  name: string;
  email: string;
  password: string;
}

/** `done`: the page is about to change. `invalid` names the fields that the desk did not take. */
export type SetUpOutcome =
  | { kind: 'done' }
  | { kind: 'linkInvalid' }
  | { kind: 'failed' }
  | { kind: 'invalid'; fields: readonly (keyof FirstManager)[] };

export interface SetUpFormProps {
  shortestPassword: number;
  onSetUp(manager: FirstManager): Promise<SetUpOutcome>;
}

/** Makes the first account of a desk that has none: the manager's. */
export function SetUpForm({ shortestPassword, onSetUp }: SetUpFormProps) {
  const t = useTranslations('setUp');
  const [outcome, setOutcome] = useState<SetUpOutcome | null>(null);
  const [isPending, setPending] = useState(false);

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
    if (missing.length > 0) return setOutcome({ kind: 'invalid', fields: missing });
    setPending(true);
    const next = await onSetUp(manager).catch((): SetUpOutcome => ({ kind: 'failed' }));
    setOutcome(next);
    if (next.kind !== 'done') setPending(false);
  };

  const errorAt = (field: keyof FirstManager, message: string) =>
    outcome?.kind === 'invalid' && outcome.fields.includes(field) ? message : undefined;

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label={t('name')}
        name="name"
        autoComplete="name"
        maxLength={100}
        autoFocus
        error={errorAt('name', t('nameMissing'))}
      />
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        maxLength={320}
        error={errorAt('email', t('emailInvalid'))}
      />
      <TextField
        label={t('password')}
        name="password"
        type="password"
        autoComplete="new-password"
        maxLength={200}
        hint={t('passwordHint', { count: String(shortestPassword) })}
        error={errorAt('password', t('passwordTooShort', { count: String(shortestPassword) }))}
      />
      <p role="alert" className="font-medium text-refused empty:hidden">
        {(outcome?.kind === 'linkInvalid' || outcome?.kind === 'failed') && t(outcome.kind)}
      </p>
      <Button type="submit" look="main" aria-disabled={isPending}>
        {isPending && <Spinner />}
        {t('submit')}
      </Button>
    </form>
  );
}

function missingFields({ name, email, password }: FirstManager, shortestPassword: number): (keyof FirstManager)[] {
  const missing: (keyof FirstManager)[] = [];
  if (name === '') missing.push('name');
  if (!/^\S+@\S+\.\S+$/.test(email)) missing.push('email');
  if (password.length < shortestPassword) missing.push('password');
  return missing;
}
