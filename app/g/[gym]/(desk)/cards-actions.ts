'use server';

import { runAction } from '#lib/server/actions/run-action.ts';
import { assignCard as assignCardAt } from '#lib/server/cards/assign-card.ts';
import { removePass as removePassAt } from '#lib/server/cards/remove-pass.ts';
import { replaceCard as replaceCardAt } from '#lib/server/cards/replace-card.ts';
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
  return runAction({ permission: 'editMembers', input: assignCardInput }, raw, ({ desk, actor }, input) =>
    assignCardAt(desk, actor, input),
  );
}

export async function replaceCard(raw: ReplaceCardInput): Promise<ActionResult<ReplaceOutcome>> {
  return runAction({ permission: 'editMembers', input: replaceCardInput }, raw, ({ desk, actor }, input) =>
    replaceCardAt(desk, actor, input),
  );
}

export async function removePass(raw: RemovePassInput): Promise<ActionResult<RemovePassOutcome>> {
  return runAction({ permission: 'editMembers', input: removePassInput }, raw, ({ desk, actor }, input) =>
    removePassAt(desk, actor, input),
  );
}
