import 'server-only';
import type { MemberAccountRequest } from '#contracts/v2/accounts.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { failureOf } from '#lib/desk/base/platform-failure.ts';
import { refusalOf } from '#lib/desk/members/refusal-of.ts';
import type { ApiProblem } from '#lib/gym-api/answer.ts';
import { classifyFailure, mayHaveArrived } from '#lib/gym-api/errors.ts';
import type { CreateOutcome } from '#lib/wire/new-member.ts';
import { explainExisting } from './existing.ts';

interface Refusal {
  wish: MemberAccountRequest;
  problem: ApiProblem;
}

/** Whether no attempt with these very fields can have made a member. */
export function wasNeverTaken(problem: ApiProblem): boolean {
  const failure = classifyFailure(problem);
  if (failure.kind === 'rejected') return failure.status !== 409;
  return failure.kind === 'unavailable' && (failure.because === 'busy' || failure.because === 'permissionMissing');
}

/**
 * Turns what the platform has against a new member into what reception can do about it.
 * @throws ActionFailure where it was not asked at all
 */
export async function explainRefusal(
  desk: DeskContext,
  location: Location,
  { wish, problem }: Refusal,
): Promise<CreateOutcome> {
  if (mayHaveArrived(problem)) return { kind: 'unanswered' };
  const failure = classifyFailure(problem);
  if (failure.kind === 'unavailable') throw failureOf(problem);
  switch (failure.kind === 'rejected' ? failure.errorCode : null) {
    case 'membershipExists':
    case 'userEmailConflict': {
      const accountId = failure.kind === 'rejected' ? failure.metadata.accountId : undefined;
      return explainExisting(desk, location, wish, accountId);
    }
    case 'forbiddenAction':
      return { kind: 'emailForbidden' };
    case 'forbiddenAccountMerge':
      return { kind: 'formerOtherPerson' };
    case 'userEmailUsedByAnotherAccountConflict':
      return { kind: 'elsewhereOtherPerson' };
    default: {
      const problems = await refusalOf(desk, location, problem, {});
      if (problems) return { kind: 'invalid', problems };
      if (failure.kind === 'rejected' && failure.status === 409) return { kind: 'conflict' };
      throw failureOf(problem);
    }
  }
}
