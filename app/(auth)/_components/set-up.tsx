'use client';

import { enter } from '#app/_components/enter.ts';
import { setUp } from '#app/(auth)/actions.ts';
import { SetUpForm } from '#components/sign-in/set-up-form.tsx';
import { postSignIn } from '#lib/browser/queries/session-requests.ts';
import { gymPath, signInPath } from '#lib/wire/gym-path.ts';
import type { StaffEntries } from '#lib/wire/staff.ts';

interface SetUpProps {
  token: string;
}

/** Signs the first manager in with the chosen password, in the new gym's office; if that fails, the sign-in page opens. */
async function enterAs({ email, password }: StaffEntries, { slug }: { slug: string }): Promise<void> {
  const start = gymPath(slug, '/office/start');
  try {
    const answer = await postSignIn('credentials', { email, password });
    if (answer.kind === 'signedIn') return enter(start);
  } catch {
    // the response was lost: the account exists all the same
  }
  window.location.assign(signInPath(start));
}

export function SetUp({ token }: SetUpProps) {
  return <SetUpForm onSetUp={(manager) => setUp({ ...manager, token })} onDone={enterAs} />;
}
