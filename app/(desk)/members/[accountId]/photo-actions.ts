'use server';

import { runAction } from '#lib/actions/run-action.ts';
import { placeAt } from '#lib/auth/load-staff.ts';
import { removePhoto as removeEverywhere } from '#lib/desk/photos/photos.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type MemberInput, memberInput } from '#lib/wire/members.ts';

/** Removes the picture of a member, here and at the platform. */
export async function removePhoto(input: MemberInput): Promise<ActionResult<null>> {
  return runAction({ permission: 'editMembers', input: memberInput }, input, async (context, member) => {
    await removeEverywhere(context.desk, placeAt(context, member.locationId).location, member.accountId);
    return null;
  });
}
