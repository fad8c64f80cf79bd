'use server';

import { runAction } from '#lib/server/actions/run-action.ts';
import { removePhoto as removeEverywhere } from '#lib/server/photos/photos.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type MemberInput, memberInput } from '#lib/wire/members.ts';

/** Removes the picture of a member, here and at the platform. */
export async function removePhoto(input: MemberInput): Promise<ActionResult<null>> {
  return runAction({ permission: 'editMembers', input: memberInput }, input, async ({ desk, actor }, member) => {
    await removeEverywhere(desk, actor.location, member.accountId);
    return null;
  });
}
