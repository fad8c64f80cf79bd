'use client';

import { signIn } from 'next-auth/react';
import { type Credentials, SignInForm, type SignInOutcome } from '#components/desk/sign-in-form.tsx';

async function tryToSignIn(credentials: Credentials): Promise<SignInOutcome> {
  const answer = await signIn('credentials', { ...credentials, redirect: false });
  if (answer?.ok) {
    // a whole new page, so that nothing of an earlier person is left in memory
    window.location.assign('/');
    return 'signedIn';
  }
  switch (answer?.error) {
    case 'tooManyAttempts':
      return 'tooManyAttempts';
    case 'CredentialsSignin':
      return 'wrongCredentials';
    default:
      return 'unavailable';
  }
}

export function SignIn() {
  return <SignInForm onSignIn={tryToSignIn} />;
}
