'use server';

import { z } from 'zod';
import { runAction } from '#lib/server/actions/run-action.ts';
import { settleShownVisits } from '#lib/server/visits/kept-visits.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type SettleInput, settleInput } from '#lib/wire/visits.ts';

/** The manager takes note of visits that the platform will not have. */
export async function settleVisits(input: SettleInput & { locationId: string }): Promise<ActionResult<null>> {
  const schema = settleInput.extend({ locationId: z.uuid() });
  return runAction({ permission: 'manageLocation', input: schema }, input, (context, shown) =>
    settleShownVisits(context, shown),
  );
}
