import 'server-only';
import type { MemberAccount, MemberAccountRequest } from '#contracts/v2/accounts.ts';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { failureOf } from '#lib/server/base/platform-failure.ts';
import { findInDirectory, upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf, summarise } from '#lib/server/directory/member.ts';
import { findAccountByEmail, findAccountByMembershipId, readAccount } from '#lib/server/gym-api/accounts.ts';
import type { DatedAnswer } from '#lib/server/gym-api/answer.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { findPhotoVersion } from '#lib/server/photos/photos.ts';
import { type CreateOutcome, type EmailAnswer, idEndingOf, type Likeness } from '#lib/wire/new-member.ts';
import type { MemberSummary } from '#lib/wire/verdict.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

/**
 * The existing member because of whom the platform refused a new one, and the values they have in common. An account without a
 * membership is none, and stays out of the directory.
 */
export async function explainExisting(
  context: LocationContext,
  { request, accountId }: { request: MemberAccountRequest; accountId: string | undefined },
): Promise<CreateOutcome> {
  const { idEnding } = beginning(context);
  const found = await findExisting(context, request, accountId);
  if (!found.ok || !found.value.membership) return { kind: 'exists', through: 'both', by: null, idEnding };
  return {
    kind: 'exists',
    through: likenessOf(found.value, request),
    by: await rememberExisting(context, found.value, found.askedAt),
    idEnding,
  };
}

/** Stores the existing member in the directory. @returns them as the counter shows a member */
async function rememberExisting(
  { desk, actor: { location } }: LocationContext,
  account: MemberAccount,
  askedAt: Date,
): Promise<MemberSummary> {
  const member = memberOf(account, location);
  await upsertMember(desk.db, { locationId: location.id, member, askedAt });
  return summarise(location.id, {
    ...member,
    photoVersion: await findPhotoVersion(desk.db, { locationId: location.id, accountId: member.accountId }),
  });
}

/** Finds the existing member by the account id that the platform named, or else by membership id or e-mail address. */
async function findExisting(
  { desk, actor: { location } }: LocationContext,
  request: MemberAccountRequest,
  accountId: string | undefined,
): Promise<DatedAnswer<MemberAccount>> {
  const gym = desk.gymClientOf(location);
  if (accountId) return readAccount(gym, { accountId, urgency: 'interactive' });
  const holder = await findAccountByMembershipId(gym, {
    membershipId: request.membership.membershipId,
    urgency: 'interactive',
  });
  return holder.ok ? holder : findAccountByEmail(gym, { email: request.email, urgency: 'interactive' });
}

function likenessOf(account: MemberAccount, request: MemberAccountRequest): Likeness {
  const is = memberOf(account);
  const isSameId = is.membershipId === request.membership.membershipId;
  const isSameEmail = is.email === request.email.toLowerCase();
  if (isSameId) return isSameEmail ? 'both' : 'membershipId';
  return isSameEmail ? 'email' : 'person';
}

/**
 * Looks up an e-mail address before a new member is entered, to avoid duplicates.
 * @throws ActionFailure where the platform could not be asked, and the directory does not have the address
 */
export async function findByEmail(context: LocationContext, { email }: { email: string }): Promise<EmailAnswer> {
  const { desk, actor } = context;
  const { location } = actor;
  const answer = await findAccountByEmail(desk.gymClientOf(location), { email, urgency: 'interactive' });
  if (answer.ok) {
    const { value, askedAt } = answer;
    if (value.membership) return { kind: 'member', member: await rememberExisting(context, value, askedAt) };
    return { kind: 'former', person: namesOf(value), ...beginning(context) };
  }
  const failure = classifyFailure(answer.problem);
  if (failure.kind === 'missing') {
    if (failure.entity !== 'MEMBERSHIP') return { kind: 'new', ...beginning(context) };
    return { kind: 'former', person: null, ...beginning(context) };
  }
  const known = await findInDirectory(desk.db, { locationId: location.id, key: { kind: 'email', value: email } });
  if (failure.kind === 'unavailable' && known) return { kind: 'member', member: summarise(location.id, known) };
  throw failureOf(answer.problem);
}

function namesOf({ firstName, lastName }: MemberAccount) {
  return firstName && lastName ? { firstName, lastName } : null;
}

/** The day and the suggested end of a membership id for a new member. */
function beginning({ desk, actor: { location } }: LocationContext) {
  const today = dayOf(desk.clock(), location.timeZone);
  return { today, idEnding: idEndingOf(today, desk.newId()) };
}
