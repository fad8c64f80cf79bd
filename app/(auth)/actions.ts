'use server';

import { publicAction } from '#lib/server/actions/action.ts';
import { completeSetUp } from '#lib/server/auth/set-up.ts';
import { setUpInput } from '#lib/server/auth/staff-input.ts';

/** Creates the first manager, who has the one-time link of the first start. */
export const setUp = publicAction(setUpInput, completeSetUp);
