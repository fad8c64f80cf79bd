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

/** Signs the first manager in with what they have just chosen; where that fails, they do it themselves. */
async function enterAs({ email, password }: StaffEntries): Promise<void> {
  try {
    const answer = await postSignIn('credentials', { email, password });
    if (answer.kind === 'signedIn') return enter();
  } catch {
    // not heard just then: the account is there all the same
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
