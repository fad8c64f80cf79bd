'use server';

import { runPublicAction } from '#lib/server/actions/run-public-action.ts';
import { completeSetUp } from '#lib/server/auth/set-up.ts';
import { type SetUpInput, setUpInput } from '#lib/server/auth/staff-input.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';

/** Makes the first manager, whom the one-time link of the first start was given to. */
export async function setUp(input: SetUpInput): Promise<ActionResult<null>> {
  return runPublicAction(setUpInput, input, async (desk, { token, ...manager }) => {
    await completeSetUp(desk, token, manager);
    return null;
  });
}
