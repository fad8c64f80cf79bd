'use server';

import type { ActionResult } from '#lib/actions/result.ts';
import { runAction } from '#lib/actions/run-action.ts';
import { placeAt } from '#lib/auth/load-staff.ts';
import { type MemberInput, memberInput } from '#lib/desk/members/member-input.ts';
import { removePhoto as removeEverywhere } from '#lib/desk/photos/remove-photo.ts';

/** Removes the picture of a member, here and at the platform. */
export async function removePhoto(input: MemberInput): Promise<ActionResult<null>> {
  return runAction({ permission: 'editMembers', input: memberInput }, input, async (context, member) => {
    await removeEverywhere(context.desk, placeAt(context, member.locationId).location, member.accountId);
    return null;
  });
}
