'use client';

import { type FirstManager, SetUpForm } from '#components/sign-in/set-up-form.tsx';
import { postSignIn } from '#lib/browser/queries/session-requests.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { enter } from './enter.ts';

interface SetUpProps {
  token: string;
  shortestPassword: number;
  setUp(input: FirstManager & { token: string }): Promise<ActionResult<null>>;
}

/** Signs the first manager in with what they have just chosen; where that fails, they do it themselves. */
async function enterAs({ email, password }: FirstManager): Promise<void> {
  try {
    const answer = await postSignIn('credentials', { email, password });
    if (answer.kind === 'signedIn') return enter();
  } catch {
    // not heard just then: the account is there all the same
  }
  window.location.assign('/sign-in');
}

export function SetUp({ token, shortestPassword, setUp }: SetUpProps) {
  return (
    <SetUpForm
      shortestPassword={shortestPassword}
      onSetUp={(manager) => setUp({ ...manager, token })}
      onDone={enterAs}
    />
  );
}
