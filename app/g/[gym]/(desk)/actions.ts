'use server';

import { action } from '#lib/server/actions/action.ts';
import { settleShownVisits } from '#lib/server/visits/kept-visits.ts';
import { settleInput } from '#lib/wire/visits.ts';

/** The manager takes note of visits that the platform will not have. */
export const settleVisits = action('manageLocation', settleInput, settleShownVisits);
