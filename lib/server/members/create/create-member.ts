import 'server-only';
import type { MemberAccount, MemberAccountRequest } from '#contracts/v2/accounts.ts';
import type { Actor, ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { failureOf } from '#lib/server/base/platform-failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { findAccountByMembershipId, publishAccount } from '#lib/server/gym-api/accounts.ts';
import type { ApiProblem } from '#lib/server/gym-api/answer.ts';
import { classifyFailure, leavesInDoubt, mayHaveArrived } from '#lib/server/gym-api/errors.ts';
import { newAccountRequest } from '#lib/server/members/account-request.ts';
import { refusalOf } from '#lib/server/members/refusal-of.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import type { CreateOutcome, NewMemberInput } from '#lib/wire/new-member.ts';
import { explainExisting } from './existing.ts';

/**
 * Creates a member. Sending the same wish again creates nobody twice: where the answer to an earlier attempt was lost,
 * the platform refuses the second because of the first, and that one is found to be what was asked for.
 * @throws ActionFailure where the platform could not be asked
 */
export async function createMember(
  { desk, actor }: ActorContext,
  { values, tan }: Omit<NewMemberInput, 'locationId'>,
): Promise<CreateOutcome> {
  const wish = newAccountRequest(values, tan);
  if (!wish.ok) return { kind: 'invalid', problems: wish.problems };
  const { request } = wish;
  const gym = desk.gymClientOf(actor.location);
  const askedAt = new Date(desk.clock());
  const answer = await publishAccount(gym, request);
  if (answer.ok) return rememberCreated(desk, actor, answer.value, askedAt);

  const refusal = { wish: request, problem: answer.problem };
  if (wasNeverTaken(answer.problem)) return explainRefusal(desk, actor.location, refusal);
  const holder = await findAccountByMembershipId(gym, {
    membershipId: request.membership.membershipId,
    urgency: 'interactive',
  });
  if (holder.ok && isAsWished(holder.value, request)) return rememberCreated(desk, actor, holder.value, holder.askedAt);
  return explainRefusal(desk, actor.location, refusal);
}

async function rememberCreated(
  desk: DeskContext,
  { location, staffId }: Actor,
  account: MemberAccount,
  askedAt: Date,
): Promise<CreateOutcome> {
  const { accountId } = account;
  const member = memberOf(account);
  await desk.db.transaction(async (tx) => {
    await upsertMember(tx, { locationId: location.id, member, askedAt });
    await writeAudit(tx, desk, { locationId: location.id, staffId, action: 'createMember', accountId });
    await notifyLive(tx, { locationId: location.id, event: 'members' });
  });
  return { kind: 'created', accountId, displayName: displayNameOf(member) };
}

/** Whether an account is the one that these fields would make: the same person with the same membership. */
function isAsWished(account: MemberAccount, wish: MemberAccountRequest): boolean {
  const is = memberOf(account);
  const wished = memberOf({ ...wish, accountId: account.accountId });
  const same = ['firstName', 'lastName', 'email', 'membershipId', 'membershipType', 'startOfContract'] as const;
  const sameWhereEntered = ['dateOfBirth', 'endOfContract', 'barcode'] as const;
  return (
    same.every((field) => is[field] === wished[field]) &&
    sameWhereEntered.every((field) => wished[field] === null || is[field] === wished[field])
  );
}

interface Refusal {
  wish: MemberAccountRequest;
  problem: ApiProblem;
}

/** Whether no attempt with these very fields can have made a member. */
function wasNeverTaken(problem: ApiProblem): boolean {
  const failure = classifyFailure(problem);
  switch (failure.kind) {
    case 'missing':
    case 'admissionRefused':
      return false;
    case 'rejected':
      return failure.status !== 409;
    case 'unavailable':
      return !leavesInDoubt(failure.because) && failure.because !== 'keyRejected';
  }
}

/**
 * Turns what the platform has against a new member into what reception can do about it.
 * @throws ActionFailure where it was not asked at all
 */
async function explainRefusal(
  desk: DeskContext,
  location: Location,
  { wish, problem }: Refusal,
): Promise<CreateOutcome> {
  if (mayHaveArrived(problem)) return { kind: 'unanswered' };
  const failure = classifyFailure(problem);
  switch (failure.kind === 'rejected' ? failure.errorCode : null) {
    case 'membershipExists':
    case 'userEmailConflict': {
      const accountId = failure.kind === 'rejected' ? failure.metadata.accountId : undefined;
      return explainExisting({ desk, actor: { location } }, { wish, accountId });
    }
    case 'forbiddenAction':
      return { kind: 'emailForbidden' };
    case 'forbiddenAccountMerge':
      return { kind: 'formerOtherPerson' };
    case 'userEmailUsedByAnotherAccountConflict':
      return { kind: 'elsewhereOtherPerson' };
    default: {
      const problems = await refusalOf({ desk, actor: { location } }, { problem, changes: {} });
      if (problems) return { kind: 'invalid', problems };
      if (failure.kind === 'rejected' && failure.status === 409) return { kind: 'conflict' };
      throw failureOf(problem);
    }
  }
}
