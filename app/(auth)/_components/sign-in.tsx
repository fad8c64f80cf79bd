'use client';

import { useRef, useState } from 'react';
import { signInByBadge } from '#app/_components/sign-in-by-badge.ts';
import { askForPasskey } from '#app/(auth)/actions.ts';
import { ScanListener } from '#components/check-in/scan-listener.tsx';
import type { BadgeSignInOutcome } from '#components/sign-in/badge-sign-in.tsx';
import { type Credentials, SignInForm, type SignInOutcome } from '#components/sign-in/sign-in-form.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { toast } from '#components/ui/toast.ts';
import { Toaster } from '#components/ui/toaster.tsx';
import { callAction } from '#lib/browser/base/call-action.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { provePasskey } from '#lib/browser/page/passkeys.ts';
import { postSignIn } from '#lib/browser/queries/session-requests.ts';
import { enter } from './enter.ts';
import { useForgetFormerPerson } from './use-forget-former-person.ts';

const BadgeSignIn = onDemand(async () => (await import('#components/sign-in/badge-sign-in.tsx')).BadgeSignIn);

async function tryToSignIn(credentials: Credentials): Promise<SignInOutcome> {
  const answer = await postSignIn('credentials', { ...credentials });
  if (answer.kind === 'signedIn') {
    enter();
    return answer.kind;
  }
  switch (answer.because) {
    case 'tooManyAttempts':
    case 'busy':
      return answer.because;
    case 'passkeyNeeded': {
      const outcome = await tryPasskey();
      return outcome === 'passkeyCancelled' ? 'passkeyNeeded' : outcome;
    }
    case 'CredentialsSignin':
      return 'wrongCredentials';
    default:
      return 'unavailable';
  }
}

async function tryPasskey(): Promise<SignInOutcome> {
  const asked = await callAction(() => askForPasskey({}));
  if (!asked.ok) return asked.error.code === 'conflict' ? 'passkeyElsewhere' : 'unavailable';
  const proof = await provePasskey(asked.value);
  if (!proof) return 'passkeyCancelled';
  const answer = await postSignIn('passkey', { proof: JSON.stringify(proof) });
  if (answer.kind === 'signedIn') {
    enter();
    return answer.kind;
  }
  switch (answer.because) {
    case 'tooManyAttempts':
    case 'busy':
      return answer.because;
    case 'CredentialsSignin':
      return 'passkeyRefused';
    default:
      return 'unavailable';
  }
}

async function tryBadge(card: string, pin: string): Promise<BadgeSignInOutcome> {
  const outcome = await signInByBadge({ card, source: 'scan' }, pin);
  if (outcome === 'signedIn') enter();
  return outcome;
}

/** Sign-in by e-mail and password, or by badge. */
export function SignIn({ hasBadges }: { hasBadges: boolean }) {
  const t = useTranslations();
  const email = useRef<HTMLInputElement>(null);
  useForgetFormerPerson();
  const [card, setCard] = useState<string | null>(null);
  return (
    <>
      <SignInForm emailRef={email} takesBadges={hasBadges} onSignIn={tryToSignIn} onPasskey={tryPasskey} />
      {hasBadges && (
        <ScanListener searchBox={email} onScan={setCard} onCut={() => toast.warning(t('notes.notReadWhole'))} />
      )}
      <BadgeSignIn
        // another card opens a new dialog
        key={card}
        isWanted={card !== null}
        onSignIn={(pin) => tryBadge(card ?? '', pin)}
        onCard={setCard}
        onClose={() => setCard(null)}
      />
      <Toaster closeLabel={t('common.close')} />
    </>
  );
}
