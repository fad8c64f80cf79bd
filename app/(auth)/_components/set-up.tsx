'use client';

import { type FirstManager, SetUpForm } from '#components/sign-in/set-up-form.tsx';
import type { ActionResult } from '#lib/wire/action-result.ts';

interface SetUpProps {
  token: string;
  shortestPassword: number;
  setUp(input: FirstManager & { token: string }): Promise<ActionResult<null>>;
}

export function SetUp({ token, shortestPassword, setUp }: SetUpProps) {
  return (
    <SetUpForm
      shortestPassword={shortestPassword}
      onSetUp={(manager) => setUp({ ...manager, token })}
      onDone={() => window.location.assign('/sign-in')}
    />
  );
}
