import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { failureOf } from '#lib/server/base/platform-failure.ts';
import { markAbsentByName } from '#lib/server/directory/absent.ts';
import type { ApiProblem } from '#lib/server/gym-api/answer.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';

/**
 * What becomes of a change to what belongs to a member, where the platform did not make it.
 * @throws ActionFailure unless it is that the member has gone
 */
export async function missingMember(
  { desk, actor }: LocationContext,
  { accountId, problem }: { accountId: string; problem: ApiProblem },
): Promise<{ kind: 'memberGone' }> {
  const failure = classifyFailure(problem);
  // any other 404 is about something else: the member stays
  const isMember =
    failure.kind === 'missing' && ['ACCOUNT', 'CHAIN_PROFILE', 'MEMBERSHIP'].includes(failure.entity ?? '');
  if (!isMember) throw failureOf(problem);
  await markAbsentByName(desk.db, { locationId: actor.location.id, accountId, askedAt: new Date(desk.clock()) });
  return { kind: 'memberGone' };
}
