import 'server-only';
import type { MemberAccount, MemberAccountRequest } from '#contracts/v2/accounts.ts';
import type { ActorContext, LocationContext } from '#lib/server/base/actor.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { failureOf } from '#lib/server/base/platform-failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
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
 * Creates a member. A retry does not create a duplicate: where the answer to an earlier attempt was lost, the platform refuses
 * the second one because of the first, and the existing member is compared with the request.
 * @throws ActionFailure where the platform could not be asked
 */
export async function createMember(
  context: ActorContext,
  { values, tan }: Omit<NewMemberInput, 'locationId'>,
): Promise<CreateOutcome> {
  const { desk, actor } = context;
  const wanted = newAccountRequest(values, tan);
  if (!wanted.ok) return { kind: 'invalid', problems: wanted.problems };
  const { request } = wanted;
  const gym = desk.gymClientOf(actor.location);
  const askedAt = new Date(desk.clock());
  const answer = await publishAccount(gym, request);
  if (answer.ok) return rememberCreated(context, answer.value, askedAt);

  const refusal = { request, problem: answer.problem };
  if (wasNeverAccepted(answer.problem)) return explainRefusal(context, refusal);
  const holder = await findAccountByMembershipId(gym, {
    membershipId: request.membership.membershipId,
    urgency: 'interactive',
  });
  if (holder.ok && isAsRequested(holder.value, request)) return rememberCreated(context, holder.value, holder.askedAt);
  return explainRefusal(context, refusal);
}

/** An answer about the person alone is no member for the directory: the mirror reads them with their membership. */
async function rememberCreated(
  { desk, actor: { location, staffId } }: ActorContext,
  account: MemberAccount,
  askedAt: Date,
): Promise<CreateOutcome> {
  const { accountId } = account;
  const member = memberOf(account, location);
  await desk.db.transaction(async (tx) => {
    if (account.membership) await upsertMember(tx, { locationId: location.id, member, askedAt });
    await writeAudit(tx, desk, { locationId: location.id, staffId, action: 'createMember', accountId });
    await notifyLive(tx, { locationId: location.id, event: 'members' });
  });
  return { kind: 'created', accountId, displayName: displayNameOf(member) };
}

/** Whether an account is what the request creates: the same person with the same membership. */
function isAsRequested(account: MemberAccount, request: MemberAccountRequest): boolean {
  const is = memberOf(account);
  const wanted = memberOf({ ...request, accountId: account.accountId });
  const same = ['firstName', 'lastName', 'email', 'membershipId', 'membershipType', 'startOfContract'] as const;
  const sameWhereEntered = ['dateOfBirth', 'endOfContract', 'barcode'] as const;
  return (
    same.every((field) => is[field] === wanted[field]) &&
    sameWhereEntered.every((field) => wanted[field] === null || is[field] === wanted[field])
  );
}

interface Refusal {
  request: MemberAccountRequest;
  problem: ApiProblem;
}

/** Whether no earlier attempt of the same request can have created a member. */
function wasNeverAccepted(problem: ApiProblem): boolean {
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
 * Turns a refusal of the platform into an outcome that tells reception what to do.
 * @throws ActionFailure where the request did not reach the platform
 */
async function explainRefusal(context: LocationContext, { request, problem }: Refusal): Promise<CreateOutcome> {
  if (mayHaveArrived(problem)) return { kind: 'unanswered' };
  const failure = classifyFailure(problem);
  switch (failure.kind === 'rejected' ? failure.errorCode : null) {
    case 'membershipExists':
    case 'userEmailConflict': {
      const accountId = failure.kind === 'rejected' ? failure.metadata.accountId : undefined;
      return explainExisting(context, { request, accountId });
    }
    case 'forbiddenAction':
      return { kind: 'emailForbidden' };
    case 'forbiddenAccountMerge':
      return { kind: 'formerOtherPerson' };
    case 'userEmailUsedByAnotherAccountConflict':
      return { kind: 'elsewhereOtherPerson' };
    default: {
      const problems = await refusalOf(context, { problem, changes: {} });
      if (problems) return { kind: 'invalid', problems };
      if (failure.kind === 'rejected' && failure.status === 409) return { kind: 'conflict' };
      throw failureOf(problem);
    }
  }
}
