'use server';

import type { ActionResult } from '#lib/actions/result.ts';
import { tapActions } from '#lib/actions/tap-actions.ts';
import type { Verdict } from '#lib/desk/verdict/verdict.ts';
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
