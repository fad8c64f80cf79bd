import 'server-only';
import type { Desk } from '#lib/desk/base/desk.ts';
import { failureOf } from '#lib/desk/base/platform-failure.ts';
import { forgetMembers } from '#lib/desk/directory/directory.ts';
import type { GymProblem } from '#lib/gym-api/answer.ts';
import { troubleOf } from '#lib/gym-api/errors.ts';

/**
 * What becomes of a change to what belongs to a member, where the platform did not make it.
 * @throws ActionFailure unless it is that the member has gone
 */
export async function missingMember(
  desk: Desk,
  locationId: string,
  accountId: string,
  problem: GymProblem,
): Promise<{ kind: 'memberGone' }> {
  const trouble = troubleOf(problem);
  // any other 404 is about something else: the member stays
  const isMember =
    trouble.kind === 'missing' && ['ACCOUNT', 'CHAIN_PROFILE', 'MEMBERSHIP'].includes(trouble.entity ?? '');
  if (!isMember) throw failureOf(problem);
  await forgetMembers(desk.db, locationId, [accountId]);
  return { kind: 'memberGone' };
}
