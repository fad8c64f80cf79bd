'use server';

import { action } from '#lib/server/actions/action.ts';
import { settleShownVisits } from '#lib/server/visits/kept-visits.ts';
import { settleInput } from '#lib/wire/visits.ts';

/** A manager dismisses visits that the platform has refused. */
export const settleVisits = action('manageLocation', settleInput, settleShownVisits);
