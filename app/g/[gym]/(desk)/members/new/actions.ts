'use server';

import { runAction } from '#lib/server/actions/run-action.ts';
import { createMember as createMemberAt } from '#lib/server/members/create/create-member.ts';
import { findByEmail } from '#lib/server/members/create/existing.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import {
  type CreateOutcome,
  type EmailAnswer,
  type NewEmailInput,
  type NewMemberInput,
  newEmailInput,
  newMemberInput,
} from '#lib/wire/new-member.ts';

/** Says whether somebody with an e-mail address is known already. */
export async function lookUpEmail(input: NewEmailInput): Promise<ActionResult<EmailAnswer>> {
  return runAction({ permission: 'editMembers', input: newEmailInput }, input, ({ desk, actor }, { email }) =>
    findByEmail(desk, actor.location, email),
  );
}

export async function createMember(input: NewMemberInput): Promise<ActionResult<CreateOutcome>> {
  return runAction(
    { permission: 'editMembers', input: newMemberInput },
    input,
    ({ desk, actor }, { locationId: _, ...entered }) => createMemberAt(desk, actor, entered),
  );
}
