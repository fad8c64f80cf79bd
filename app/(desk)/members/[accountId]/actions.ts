'use server';

import type { ActionResult } from '#lib/actions/result.ts';
import { runAction } from '#lib/actions/run-action.ts';
import { placeAt } from '#lib/auth/load-staff.ts';
import { type EditInput, type EditOutcome, editInput } from '#lib/desk/members/edit-input.ts';
import { saveMember as save } from '#lib/desk/members/save-member.ts';

export async function saveMember(input: EditInput): Promise<ActionResult<EditOutcome>> {
  return runAction({ permission: 'editMembers', input: editInput }, input, (context, edit) =>
    save(context.desk, placeAt(context, edit.locationId), edit),
  );
}
