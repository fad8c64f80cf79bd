'use server';

import { z } from 'zod';
import { publicAction } from '#lib/server/actions/action.ts';
import { askAtSignIn } from '#lib/server/auth/passkeys/sign-in-by-passkey.ts';
import { completeSetUp } from '#lib/server/auth/set-up.ts';
import { setUpInput } from '#lib/server/auth/staff-input.ts';

/** Creates the first manager, who has the one-time link of the first start. */
export const setUp = publicAction(setUpInput, completeSetUp);

/** The question for a passkey at the sign-in, the same for everybody. */
export const askForPasskey = publicAction(z.object({}), askAtSignIn);
