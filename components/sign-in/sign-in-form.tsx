'use client';

import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { TextField } from '#components/ui/field.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** `signedIn`: the page is about to change. */
export type SignInOutcome = 'signedIn' | 'wrongCredentials' | 'tooManyAttempts' | 'busy' | 'unavailable';

interface SignInFormProps {
  emailRef?: RefObject<HTMLInputElement | null>;
  /** Whether a scanned badge signs in too. */
  takesBadges?: boolean;
  /** @throws where the desk can't be reached */
  onSignIn(credentials: Credentials): Promise<SignInOutcome>;
}

/** One message for every wrong combination, so that it does not reveal which addresses exist. */
export function SignInForm({ emailRef, takesBadges, onSignIn }: SignInFormProps) {
  const t = useTranslations('signIn');
  const badge = useTranslations('badge');
  const [outcome, setOutcome] = useState<SignInOutcome | null>(null);
  const signIn = useAction(async (credentials: Credentials) => ({ ok: true, value: await onSignIn(credentials) }));
  const password = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (signIn.isPending || outcome === 'signedIn') return;
    const fields = new FormData(event.currentTarget);
    setOutcome(null);
    const answer = await signIn.run({
      email: String(fields.get('email')).trim(),
      password: String(fields.get('password')),
    });
    if (!answer?.ok) return;
    setOutcome(answer.value);
    if (answer.value !== 'signedIn') password.current?.select();
  };

  return (
    // POST, so that a submit before hydration never puts a password into the URL
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
      <Problem>{outcome && outcome !== 'signedIn' ? t(outcome) : signIn.failure}</Problem>
      <PendingButton type="submit" look="main" isPending={signIn.isPending || outcome === 'signedIn'}>
        {t('submit')}
      </PendingButton>
      {takesBadges && <p className="text-ink-soft text-sm">{badge('hint')}</p>}
    </form>
  );
}
