import 'server-only';
import type { MemberAccount, MemberAccountRequest } from '#contracts/v2/accounts.ts';
import type { Actor } from '#lib/desk/base/actor.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { notifyLive } from '#lib/desk/base/live-events.ts';
import { writeAudit } from '#lib/desk/base/write-audit.ts';
import { upsertMember } from '#lib/desk/directory/directory.ts';
import { memberOf } from '#lib/desk/directory/member.ts';
import { newAccountRequest } from '#lib/desk/members/account-request.ts';
import { findAccountByMembershipId, publishAccount } from '#lib/gym-api/accounts.ts';
import { displayNameOf } from '#lib/names/person-name.ts';
import type { CreateOutcome, NewMemberInput } from '#lib/wire/new-member.ts';
import { explainRefusal, wasNeverTaken } from './refusal.ts';

/**
 * Creates a member. Sending the same wish again creates nobody twice: where the answer to an earlier attempt was lost,
 * the platform refuses the second because of the first, and that one is found to be what was asked for.
 * @throws ActionFailure where the platform could not be asked
 */
export async function createMember(
  desk: DeskContext,
  actor: Actor,
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
  const holder = await findAccountByMembershipId(gym, request.membership.membershipId, 'interactive');
  if (holder.ok && isAsWished(holder.value, request)) return rememberCreated(desk, actor, holder.value, askedAt);
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
    await upsertMember(tx, location.id, member, null, askedAt);
    await writeAudit(tx, desk, { locationId: location.id, staffId, action: 'createMember', accountId });
    await notifyLive(tx, location.id, 'members');
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
