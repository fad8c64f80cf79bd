import 'server-only';
import type { MemberAccountRequest } from '#contracts/v2/accounts.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import type { Desk } from '#lib/desk/base/desk.ts';
import { failureOf } from '#lib/desk/base/platform-failure.ts';
import type { GymProblem } from '#lib/gym-api/answer.ts';
import { troubleOf } from '#lib/gym-api/errors.ts';
import type { CreateOutcome } from '#lib/wire/new-member.ts';
import { explainExisting } from './create-member-existing.ts';
import { refusalOf } from './refusal-of.ts';

export interface Refusal {
  wish: MemberAccountRequest;
  problem: GymProblem;
}

/** Whether no attempt with these very fields can have made a member. */
export function wasNeverTaken(problem: GymProblem): boolean {
  const trouble = troubleOf(problem);
  if (trouble.kind === 'rejected') return trouble.status !== 409;
  return trouble.kind === 'unavailable' && (trouble.because === 'busy' || trouble.because === 'permissionMissing');
}

/**
 * Turns what the platform has against a new member into what reception can do about it.
 * @throws ActionFailure where it was not asked at all
 */
export async function explainRefusal(
  desk: Desk,
  location: Location,
  { wish, problem }: Refusal,
): Promise<CreateOutcome> {
  const trouble = troubleOf(problem);
  if (trouble.kind === 'unavailable') {
    if (mayHaveArrived[trouble.because]) return { kind: 'unanswered' };
    throw failureOf(problem);
  }
  switch (trouble.kind === 'rejected' ? trouble.errorCode : null) {
    case 'membershipExists':
    case 'userEmailConflict': {
      const accountId = trouble.kind === 'rejected' ? trouble.metadata.accountId : undefined;
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
      if (trouble.kind === 'rejected' && trouble.status === 409) return { kind: 'conflict' };
      throw failureOf(problem);
    }
  }
}

const mayHaveArrived = {
  slow: true,
  unreachable: true,
  unreadable: true,
  failed: true,
  busy: false,
  keyRejected: false,
  permissionMissing: false,
};
