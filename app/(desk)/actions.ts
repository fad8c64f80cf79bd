'use server';

import { z } from 'zod';
import type { ActionResult } from '#lib/actions/result.ts';
import { runAction } from '#lib/actions/run-action.ts';
import { tapActions } from '#lib/actions/tap-actions.ts';
import { contextAt } from '#lib/auth/load-staff.ts';
import type { Verdict } from '#lib/desk/verdict/verdict.ts';
import { settleShownVisits } from '#lib/desk/visits/kept-visits.ts';
import { type SettleInput, settleInput } from '#lib/desk/visits/settle-input.ts';
import type { LookUpInput, OverrideInput, UndoInput, VisitInput } from '#lib/desk/visits/tap.ts';

type Answer = Promise<ActionResult<Verdict>>;

export async function lookUp(input: LookUpInput): Answer {
  return tapActions.lookUp(input);
}

export async function checkIn(input: VisitInput): Answer {
  return tapActions.checkIn(input);
}

export async function checkOut(input: VisitInput): Answer {
  return tapActions.checkOut(input);
}

export async function admitAnyway(input: OverrideInput): Answer {
  return tapActions.admitAnyway(input);
}

export async function undo(input: UndoInput): Answer {
  return tapActions.undo(input);
}

/** The manager takes note of visits that the platform will not have. */
export async function settleVisits(input: SettleInput & { locationId: string }): Promise<ActionResult<null>> {
  const schema = settleInput.extend({ locationId: z.uuid() });
  return runAction({ permission: 'manageLocation', input: schema }, input, (context, { locationId, ...shown }) =>
    settleShownVisits(contextAt(context, locationId), shown),
  );
}
