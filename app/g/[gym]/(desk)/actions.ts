'use server';

import { action } from '#lib/server/actions/action.ts';
import { askManager as askForProof } from '#lib/server/arrivals/decide-with-manager.ts';
import { settleShownVisits } from '#lib/server/visits/kept-visits.ts';
import { managerQuestionInput } from '#lib/wire/manager-override.ts';
import { settleInput } from '#lib/wire/visits.ts';

/** A manager dismisses visits that the platform has refused. */
export const settleVisits = action('manageLocation', settleInput, settleShownVisits);

/** The question for the passkey of a manager who was called to the counter. */
export const askManager = action('recordVisits', managerQuestionInput, askForProof);
