import { and, eq } from 'drizzle-orm';
import type { PublishRequest } from '#contracts/v1/members.ts';
import { invalidFields } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { type ChainProfile, chainProfiles } from '#platform/db/schema/accounts.ts';
import {
  addAccount,
  addMembership,
  addProfile,
  findReturningAccount,
  type NumberedAccount,
} from '#platform/services/accounts/join.ts';
import { writeProfile } from '#platform/services/accounts/write.ts';
import type { Call } from '#platform/services/call.ts';
import { refuseIdentityConflicts } from '#platform/services/members/conflicts.ts';
import { newMembershipOf, profileChanges } from './published-changes.ts';

/**
 * Creates a new member by a publish. A person who has an account already keeps it.
 * @throws 400 if a field is missing that a first publish needs, and 409 as `findReturningAccount`
 */
export async function beginMembership(sql: Sql, call: Call, request: PublishRequest): Promise<NumberedAccount> {
  const first = requireFields(request, ['membershipId', 'firstName', 'lastName', 'gender']);
  const known = await findReturningAccount(sql, call, {
    email: request.eMail,
    ...first,
    dateOfBirth: request.dateOfBirth ?? null,
  });
  const profile = known && (await findProfile(sql, call, known.accountId));
  if (profile) return returnToMembership(sql, call, profile, request);
  const account = known ?? (await addAccount(sql, call));
  await addProfile(sql, call, account, {
    ...profileChanges({}, request),
    email: request.eMail,
    firstName: first.firstName,
    lastName: first.lastName,
  });
  await addMembership(sql, call, account.accountId, newMembershipOf(request, first.membershipId));
  return account;
}

/**
 * Creates a new membership for a former member, whose profile exists already.
 * @throws 400 without a membership id, and 409 for a value that belongs to another person
 */
export async function returnToMembership(
  sql: Sql,
  call: Call,
  profile: ChainProfile,
  request: PublishRequest,
): Promise<NumberedAccount> {
  const { membershipId } = requireFields(request, ['membershipId']);
  await refuseIdentityConflicts(sql, call, profile, { email: request.eMail, membershipId });
  await writeProfile(sql, call, profile.accountId, profileChanges(profile, request));
  await addMembership(sql, call, profile.accountId, newMembershipOf(request, membershipId));
  return profile;
}

async function findProfile(sql: Sql, { chainId }: Call, accountId: string): Promise<ChainProfile | undefined> {
  const isTheirs = and(eq(chainProfiles.chainId, chainId), eq(chainProfiles.accountId, accountId));
  const [profile] = await sql.select().from(chainProfiles).where(isTheirs).for('update');
  return profile;
}

type Present<Name extends keyof PublishRequest> = { [Field in Name]: NonNullable<PublishRequest[Field]> };

function requireFields<Name extends keyof PublishRequest>(request: PublishRequest, names: Name[]): Present<Name> {
  const missing = names.filter((name) => request[name] == null);
  if (missing.length === 0) {
    return Object.fromEntries(names.map((name) => [name, request[name]])) as Present<Name>; // safe because: none is missing
  }
  const message = 'Must be present where a membership begins.';
  throw invalidFields(...missing.map((name) => ({ name, message, rejectedValue: null })));
}
