import { and, eq } from 'drizzle-orm';
import type { PublishRequest } from '#contracts/v1/members.ts';
import { notFound } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { chainProfiles } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';
import {
  findMemberOfId,
  findProfileOfEmail,
  type KnownPerson,
  membershipExists,
} from '#platform/services/members/conflicts.ts';
import { isSamePerson } from '#platform/services/members/same-person.ts';

/**
 * The account of a publish: by user id, else membership id, else the e-mail address of a member. Undefined for a new
 * member.
 * @throws 404 for an unknown user id, 409 if a given value belongs to another person
 */
export async function matchPublished(sql: Sql, call: Call, request: PublishRequest): Promise<string | undefined> {
  if (request.userId !== undefined) return requireUser(sql, call, request.userId);

  const ofId = request.membershipId && (await findMemberOfId(sql, call.chainId, request.membershipId));
  if (ofId) {
    const isSameEmail = ofId.email.toLowerCase() === request.eMail.toLowerCase();
    if (isSameEmail || isNamedThere(request, ofId)) return ofId.accountId;
    throw membershipExists(call, 'The membership id belongs to another person.', ofId);
  }

  const ofEmail = await findProfileOfEmail(sql, call.chainId, request.eMail);
  if (!ofEmail?.membershipId) return undefined;
  const isThem = request.membershipId ? isNamedThere(request, ofEmail) : !isAnotherPerson(request, ofEmail);
  if (isThem) return ofEmail.accountId;
  throw membershipExists(call, 'The e-mail address belongs to another person.', ofEmail);
}

async function requireUser(sql: Sql, { chainId }: Call, userId: number): Promise<string> {
  const isUser = and(eq(chainProfiles.chainId, chainId), eq(chainProfiles.legacyUserId, userId));
  const [user] = await sql.select({ accountId: chainProfiles.accountId }).from(chainProfiles).where(isUser);
  if (!user) throw notFound('ACCOUNT');
  return user.accountId;
}

/** Whether the names were sent and match. Membership id or e-mail address alone does not prove the identity. */
const isNamedThere = ({ firstName, lastName, dateOfBirth }: PublishRequest, person: KnownPerson): boolean =>
  !!firstName && !!lastName && isSamePerson({ firstName, lastName, dateOfBirth: dateOfBirth ?? null }, person);

/** Whether the sent names or birthday contradict the stored ones. */
const isAnotherPerson = ({ firstName, lastName, dateOfBirth }: PublishRequest, person: KnownPerson): boolean =>
  !isSamePerson(
    {
      firstName: firstName ?? person.firstName,
      lastName: lastName ?? person.lastName,
      dateOfBirth: dateOfBirth ?? null,
    },
    person,
  );
