import type { MemberAccountRequest } from '#contracts/v2/accounts.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import { isCollision } from '#platform/db/collisions.ts';
import { chainProfiles, memberships } from '#platform/db/schema/accounts.ts';
import { columnNames } from '#platform/db/select-columns.ts';
import { sha256 } from '#platform/services/api-keys/api-key.ts';
import type { Call } from '#platform/services/call.ts';
import type { MemberRow } from '#platform/services/members/member.ts';
import { toMembershipColumns, toProfileColumns } from './columns.ts';

type ProfileColumns = ReturnType<typeof toProfileColumns>;
type MembershipColumns = ReturnType<typeof toMembershipColumns>;

/** The same for every request, so that it can be prepared. */
let prepared: NamedStatement | undefined;

const firstColumn = 6;

/**
 * Adds account, profile and membership in one statement, unless a conflict forbids it. PostgreSQL reads the rows as they were
 * before the statement has waited for the lock of the address; `lock_new_email` reads them afterwards.
 */
function statementOf(profile: ProfileColumns, membership: MembershipColumns): NamedStatement {
  const ofProfile = columnNames(chainProfiles, Object.keys(profile) as (keyof ProfileColumns)[]); // safe because: these are its keys
  const ofMembership = columnNames(memberships, Object.keys(membership) as (keyof MembershipColumns)[]); // safe because: the same
  const values = [...ofProfile, ...ofMembership].map((_, index) => `$${index + firstColumn}`);
  const valuesOfMembership = values.splice(ofProfile.length);
  const email = values[ofProfile.indexOf('email')];
  const membershipId = valuesOfMembership[ofMembership.indexOf('membership_id')];
  return {
    name: 'add_stranger',
    text: `
      WITH account AS (
        INSERT INTO accounts (account_id, created_at) SELECT $2, $4
        WHERE lock_new_email(${email})
          AND NOT EXISTS (SELECT FROM memberships WHERE chain_id = $1 AND membership_id = ${membershipId})
          AND NOT EXISTS (SELECT FROM blacklisted_emails WHERE email_hash = $5)
        RETURNING account_id, legacy_user_id
      ), profile AS (
        INSERT INTO chain_profiles (chain_id, account_id, legacy_user_id, created_at, ${ofProfile.join()})
        SELECT $1, account_id, legacy_user_id, $4, ${values.join()} FROM account
      ), membership AS (
        INSERT INTO memberships (chain_id, account_id, gym_id, created_at, updated_at, ${ofMembership.join()})
        SELECT $1, account_id, $3, $4, $4, ${valuesOfMembership.join()} FROM account
      )
      SELECT legacy_user_id AS "legacyUserId" FROM account`,
  };
}

/**
 * Makes a person a member whom no chain knows by this e-mail address, as most new members are.
 * @returns undefined, with nothing written, if address or membership id is in use, or if the address is blacklisted
 */
export async function addStranger(call: Call, request: MemberAccountRequest): Promise<MemberRow | undefined> {
  const { db, chainId, gymId, clock, ids } = call;
  const [profile, membership] = [toProfileColumns(request), toMembershipColumns(request)];
  const accountId = ids.uuid();
  prepared ??= statementOf(profile, membership);
  const shared = [chainId, accountId, gymId, clock(), sha256(profile.email.toLowerCase())];
  const values = [...shared, ...Object.values(profile), ...Object.values(membership)];
  try {
    const [added] = await db.find<{ legacyUserId: number }>(prepared, values);
    const ofNobody = { tan: null, startsOn: null, endsOn: null, isPlus1: null, timeZone: null };
    return added && { ...profile, ...membership, ...added, ...ofNobody, accountId, gymId, isKnownToV2: true };
  } catch (error) {
    // another request has taken the membership id at the same moment
    if (isCollision(error)) return undefined;
    throw error;
  }
}
