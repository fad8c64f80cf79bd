'use server';

import { publicAction } from '#lib/server/actions/action.ts';
import { completeSetUp } from '#lib/server/auth/set-up.ts';
import { setUpInput } from '#lib/server/auth/staff-input.ts';

/** Makes the first manager, whom the one-time link of the first start was given to. */
export const setUp = publicAction(setUpInput, completeSetUp);
