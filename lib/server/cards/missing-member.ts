import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { failureOf } from '#lib/server/base/platform-failure.ts';
import { markAbsentByName } from '#lib/server/directory/absent.ts';
import type { ApiProblem } from '#lib/server/gym-api/answer.ts';
import { classifyFailure, isPerson } from '#lib/server/gym-api/errors.ts';

/**
 * The outcome of a failed change of cards where the platform does not know the member; marks them as absent.
 * @throws ActionFailure for any other problem
 */
export async function missingMember(
  { desk, actor }: LocationContext,
  { accountId, problem }: { accountId: string; problem: ApiProblem },
): Promise<{ kind: 'memberGone' }> {
  const failure = classifyFailure(problem);
  // a 404 about any other entity says nothing about the member
  if (failure.kind !== 'missing' || !isPerson(failure.entity)) throw failureOf(problem);
  await markAbsentByName(desk.db, { locationId: actor.location.id, accountId, askedAt: new Date(desk.clock()) });
  return { kind: 'memberGone' };
}
