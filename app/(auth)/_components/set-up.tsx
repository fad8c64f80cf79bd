'use client';

import { setUp } from '#app/(auth)/actions.ts';
import { SetUpForm } from '#components/sign-in/set-up-form.tsx';
import { postSignIn } from '#lib/browser/queries/session-requests.ts';
import type { StaffEntries } from '#lib/wire/staff.ts';
import { enter } from './enter.ts';

interface SetUpProps {
  token: string;
  shortestPassword: number;
}

/** Signs the first manager in with the chosen password; if that fails, the sign-in page opens. */
async function enterAs({ email, password }: StaffEntries): Promise<void> {
  try {
    const answer = await postSignIn('credentials', { email, password });
    if (answer.kind === 'signedIn') return enter();
  } catch {
    // the response was lost: the account exists all the same
  }
  window.location.assign('/sign-in');
}

export function SetUp({ token, shortestPassword }: SetUpProps) {
  return (
    <SetUpForm
      shortestPassword={shortestPassword}
      onSetUp={(manager) => setUp({ ...manager, token })}
      onDone={enterAs}
    />
  );
}
