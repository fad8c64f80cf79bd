'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Spinner } from '#components/ui/spinner.tsx';

export interface Credentials {
  email: string;
  password: string;
}

/** `signedIn`: the page is about to change. */
export type SignInOutcome = 'signedIn' | 'wrongCredentials' | 'tooManyAttempts' | 'busy' | 'unavailable';

export interface SignInFormProps {
  emailRef?: RefObject<HTMLInputElement | null>;
  /** Whether a badge at the reader signs in too. */
  takesBadges?: boolean;
  onSignIn(credentials: Credentials): Promise<SignInOutcome>;
}

/** Says one thing for every wrong pair, so that nobody learns which addresses exist. */
export function SignInForm({ emailRef, takesBadges, onSignIn }: SignInFormProps) {
  const t = useTranslations('signIn');
  const badge = useTranslations('badge');
  const [outcome, setOutcome] = useState<SignInOutcome | null>(null);
  const [isPending, setPending] = useState(false);
  const password = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const fields = new FormData(event.currentTarget);
    setPending(true);
    setOutcome(null);
    const next = await onSignIn({
      email: String(fields.get('email')).trim(),
      password: String(fields.get('password')),
    }).catch((): SignInOutcome => 'unavailable');
    setOutcome(next);
    if (next === 'signedIn') return;
    setPending(false);
    password.current?.select();
  };

  return (
    // POST, so that a press before the script has come never puts a password into an address
    <form method="post" onSubmit={submit} className="grid gap-4">
      <TextField
        ref={emailRef}
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus
      />
      <TextField
        ref={password}
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <p role="alert" className="font-medium text-refused empty:hidden">
        {outcome && outcome !== 'signedIn' && t(outcome)}
      </p>
      <Button type="submit" look="main" aria-disabled={isPending}>
        {isPending && <Spinner />}
        {t('submit')}
      </Button>
      {takesBadges && <p className="text-ink-soft text-sm">{badge('hint')}</p>}
    </form>
  );
}
