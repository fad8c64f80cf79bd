'use client';

import type { RefObject } from 'react';
import type { BadgeSignInOutcome } from '#components/sign-in/badge-sign-in.tsx';
import { type Credentials, SignInForm, type SignInOutcome } from '#components/sign-in/sign-in-form.tsx';
import { useLateCode } from '#components/ui/late-code.ts';
import { onDemand } from '#components/ui/on-demand.tsx';
import { callAction } from '#lib/browser/base/call-action.ts';
import { importPasskeys, provePasskey } from '#lib/browser/page/passkeys.ts';
import { postSignIn } from '#lib/browser/queries/session-requests.ts';
import { askForPasskey } from '#lib/browser/queries/sign-in-questions.ts';
import { signInByBadge } from './sign-in-by-badge.ts';

const BadgeSignIn = onDemand(async () => (await import('#components/sign-in/badge-sign-in.tsx')).BadgeSignIn);

type GoOn = SignInWaysProps['onSignedIn'];

async function tryPassword(credentials: Credentials, goOn: GoOn): Promise<SignInOutcome> {
  const answer = await postSignIn('credentials', { ...credentials });
  if (answer.kind === 'signedIn') return (await goOn()) ? answer.kind : 'passkeyFirst';
  if (answer.because !== 'passkeyNeeded') return refusalOf(answer.because, 'wrongCredentials');
  const outcome = await tryPasskey(goOn);
  return outcome === 'passkeyCancelled' ? 'passkeyNeeded' : outcome;
}

async function tryPasskey(goOn: GoOn): Promise<SignInOutcome> {
  const asked = await callAction(askForPasskey);
  if (!asked.ok) return asked.error.code === 'conflict' ? 'passkeyElsewhere' : 'unavailable';
  const proof = await provePasskey(asked.value);
  if (!proof) return 'passkeyCancelled';
  const answer = await postSignIn('passkey', { proof: JSON.stringify(proof) });
  if (answer.kind === 'signedIn') return (await goOn()) ? answer.kind : 'unavailable';
  return refusalOf(answer.because, 'passkeyRefused');
}

/** @param wrong what to say where the desk does not accept what it was given */
function refusalOf(because: string | null, wrong: 'wrongCredentials' | 'passkeyRefused'): SignInOutcome {
  switch (because) {
    case 'tooManyAttempts':
    case 'busy':
      return because;
    case 'CredentialsSignin':
      return wrong;
    default:
      return 'unavailable';
  }
}

async function tryBadge(card: string, pin: string, goOn: GoOn): Promise<BadgeSignInOutcome> {
  const outcome = await signInByBadge({ card, source: 'scan' }, pin);
  return outcome === 'signedIn' && !(await goOn()) ? 'unavailable' : outcome;
}

interface SignInWaysProps {
  emailRef?: RefObject<HTMLInputElement | null>;
  takesBadges: boolean;
  /** The scanned card whose PIN is asked for. */
  card: string | null;
  onCard(card: string | null): void;
  /**
   * Goes on with the new session.
   * @returns whether it counts: one that waits for a required passkey does not
   */
  onSignedIn(): boolean | Promise<boolean>;
}

/** Sign-in by e-mail and password, by passkey, or by badge. */
export function SignInWays({ emailRef, takesBadges, card, onCard, onSignedIn }: SignInWaysProps) {
  useLateCode(importPasskeys);
  return (
    <>
      <SignInForm
        emailRef={emailRef}
        takesBadges={takesBadges}
        onSignIn={(credentials) => tryPassword(credentials, onSignedIn)}
        onPasskey={() => tryPasskey(onSignedIn)}
      />
      <BadgeSignIn
        // another card opens a new dialog
        key={card}
        isWanted={card !== null}
        onSignIn={(pin) => tryBadge(card ?? '', pin, onSignedIn)}
        onCard={onCard}
        onClose={() => onCard(null)}
      />
    </>
  );
}
