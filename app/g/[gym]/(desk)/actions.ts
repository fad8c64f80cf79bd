'use server';

import { action } from '#lib/server/actions/action.ts';
import { askManager as askForProof } from '#lib/server/arrivals/decide-with-manager.ts';
import { managerQuestionInput } from '#lib/wire/manager-override.ts';

/** The question for the passkey of a manager who was called to the counter. */
export const askManager = action('recordVisits', managerQuestionInput, askForProof);
