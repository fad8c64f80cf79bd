'use client';

import { KeyRound } from 'lucide-react';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { usePasskeysOffered } from '#components/hooks/use-passkeys.ts';
import { TextField } from '#components/ui/field.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** `signedIn`: the page is about to change. */
export type SignInOutcome =
  | 'signedIn'
  | 'wrongCredentials'
  | 'tooManyAttempts'
  | 'busy'
  | 'unavailable'
  /** The password is right, and the passkey was not used. */
  | 'passkeyNeeded'
  | 'passkeyRefused'
  | 'passkeyCancelled'
  /** The desk has passkeys at another address. */
  | 'passkeyElsewhere'
  /** The session is for adding a required passkey alone. */
  | 'passkeyFirst';

interface SignInFormProps {
  emailRef?: RefObject<HTMLInputElement | null>;
  /** Whether a scanned badge signs in too. */
  takesBadges?: boolean;
  /** @throws where the desk can't be reached */
  onSignIn(credentials: Credentials): Promise<SignInOutcome>;
  /** The same, by a passkey alone. */
  onPasskey(): Promise<SignInOutcome>;
}

/** One message for every wrong combination, so that it does not reveal which addresses exist. */
export function SignInForm({ emailRef, takesBadges, onSignIn, onPasskey }: SignInFormProps) {
  const t = useTranslations('signIn');
  const badge = useTranslations('badge');
  const [outcome, setOutcome] = useState<SignInOutcome | null>(null);
  const signIn = useAction(async (credentials: Credentials) => ({ ok: true, value: await onSignIn(credentials) }));
  const byPasskey = useAction(async () => ({ ok: true, value: await onPasskey() }));
  const offersPasskeys = usePasskeysOffered();
  const isPending = signIn.isPending || byPasskey.isPending || outcome === 'signedIn';
  const password = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
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
  const tryPasskey = async () => {
    if (isPending) return;
    setOutcome(null);
    const answer = await byPasskey.run();
    if (answer?.ok) setOutcome(answer.value);
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
      <Problem>{outcome && outcome !== 'signedIn' ? t(outcome) : (signIn.failure ?? byPasskey.failure)}</Problem>
      <PendingButton type="submit" look="main" isPending={signIn.isPending || outcome === 'signedIn'}>
        {t('submit')}
      </PendingButton>
      {offersPasskeys && (
        <PendingButton isPending={byPasskey.isPending} onClick={() => void tryPasskey()}>
          <KeyRound aria-hidden className="size-5" />
          {t('passkey')}
        </PendingButton>
      )}
      {takesBadges && <p className="text-ink-soft text-sm">{badge('hint')}</p>}
    </form>
  );
}
