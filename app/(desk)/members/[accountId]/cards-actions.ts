'use server';

import { runAction } from '#lib/actions/run-action.ts';
import { placeAt } from '#lib/auth/load-staff.ts';
import { assignCard as assignCardAt } from '#lib/desk/cards/assign-card.ts';
import { removePass as removePassAt } from '#lib/desk/cards/remove-pass.ts';
import { replaceCard as replaceCardAt } from '#lib/desk/cards/replace-card.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import {
  type AssignCardInput,
  type AssignOutcome,
  assignCardInput,
  type RemovePassInput,
  type RemovePassOutcome,
  type ReplaceCardInput,
  type ReplaceOutcome,
  removePassInput,
  replaceCardInput,
} from '#lib/wire/cards.ts';

export async function assignCard(raw: AssignCardInput): Promise<ActionResult<AssignOutcome>> {
  return runAction({ permission: 'editMembers', input: assignCardInput }, raw, (context, input) =>
    assignCardAt(context.desk, placeAt(context, input.locationId), input),
  );
}

export async function replaceCard(raw: ReplaceCardInput): Promise<ActionResult<ReplaceOutcome>> {
  return runAction({ permission: 'editMembers', input: replaceCardInput }, raw, (context, input) =>
    replaceCardAt(context.desk, placeAt(context, input.locationId), input),
  );
}

export async function removePass(raw: RemovePassInput): Promise<ActionResult<RemovePassOutcome>> {
  return runAction({ permission: 'editMembers', input: removePassInput }, raw, (context, input) =>
    removePassAt(context.desk, placeAt(context, input.locationId), input),
  );
}
