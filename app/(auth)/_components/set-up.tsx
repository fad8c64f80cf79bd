'use client';

import { type FirstManager, SetUpForm, type SetUpOutcome } from '#components/sign-in/set-up-form.tsx';
import type { ActionResult } from '#lib/wire/action-result.ts';

export interface SetUpProps {
  token: string;
  shortestPassword: number;
  setUp(input: FirstManager & { token: string }): Promise<ActionResult<unknown>>;
}

const fields = ['name', 'email', 'password'] as const;

export function SetUp({ token, shortestPassword, setUp }: SetUpProps) {
  const onSetUp = async (manager: FirstManager): Promise<SetUpOutcome> => {
    const result = await setUp({ ...manager, token });
    if (result.ok) {
      window.location.assign('/sign-in');
      return { kind: 'done' };
    }
    const { code, fieldErrors = {} } = result.error;
    if (code === 'notFound') return { kind: 'linkInvalid' };
    if (code !== 'invalidInput') return { kind: 'failed' };
    return { kind: 'invalid', fields: fields.filter((field) => field in fieldErrors) };
  };
  return <SetUpForm shortestPassword={shortestPassword} onSetUp={onSetUp} />;
}
