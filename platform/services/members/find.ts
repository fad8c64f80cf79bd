import { withoutLeadingZeros } from '#contracts/v2/rfids.ts';
import { notFound } from '#platform/base/errors.ts';
import { askedAs } from '#platform/db/asked-as.ts';
import type { BatchStatement, NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { type AccountId, readAccountId } from './account-id.ts';
import { joinMembership, type MemberRow, memberColumns } from './member.ts';
import { toStoredRfid } from './stored-rfid.ts';

/** Keys to look up a member by. */
export type MemberKey =
  | { by: 'accountId'; accountId: string }
  | { by: 'legacyUserId'; legacyUserId: number }
  | { by: 'email'; email: string }
  | { by: 'membershipId'; membershipId: string }
  | { by: 'rfid'; rfid: string; tagFormat?: string }
  | { by: 'nfc'; token: string; issuer?: string; wallet?: 'google' | 'apple' };

/** A person with a membership. */
export interface KnownMember extends MemberRow {
  accountId: AccountId;
  gymId: string;
  membershipId: string;
}

const byAccountId: NamedStatement = {
  name: 'member_by_account_id',
  text: `SELECT ${memberColumns} FROM chain_profiles p ${joinMembership}
    WHERE p.chain_id = $1 AND p.account_id = $2`,
};
const byLegacyUserId: NamedStatement = {
  name: 'member_by_legacy_user_id',
  text: `SELECT ${memberColumns} FROM chain_profiles p ${joinMembership}
    WHERE p.chain_id = $1 AND p.legacy_user_id = $2`,
};
const byEmail: NamedStatement = {
  name: 'member_by_email',
  text: `SELECT ${memberColumns} FROM chain_profiles p ${joinMembership}
    WHERE p.chain_id = $1 AND p.email_key = lower($2)`,
};
const byMembershipId: NamedStatement = {
  name: 'member_by_membership_id',
  text: `SELECT ${memberColumns} FROM chain_profiles p ${joinMembership}
    WHERE m.chain_id = $1 AND m.membership_id = $2`,
};
const byRfid: BatchStatement = {
  name: 'members_by_rfid',
  text: `SELECT asked.place, ${memberColumns}
    FROM ${askedAs('rfid text', 'tag_format text')}
    JOIN rfids r ON r.chain_id = $1 AND r.rfid = asked.rfid
      AND (asked.tag_format IS NULL OR r.tag_format IS NULL OR r.tag_format = asked.tag_format)
    JOIN chain_profiles p ON p.chain_id = $1 AND p.account_id = r.account_id ${joinMembership}`,
};
const byDecimalRfid: BatchStatement = {
  name: 'members_by_decimal_rfid',
  text: `${byRfid.text} WHERE r.is_decimal`,
};
const byNfc: NamedStatement = {
  name: 'member_by_nfc',
  text: `SELECT ${memberColumns} FROM nfc_tokens n
    JOIN chain_profiles p ON p.chain_id = n.chain_id AND p.account_id = n.account_id ${joinMembership}
    WHERE n.chain_id = $1 AND n.token = $2
      AND ($3::text IS NULL OR n.issuer IN ($3, ''))
      AND ($4::text IS NULL OR n.issuer = '' OR starts_with(n.issuer, $4 || ':'))
    LIMIT 1`,
};

/** The person with this key in the caller's chain, with or without a membership. */
export async function findMember({ db, chainId }: Call, key: MemberKey): Promise<MemberRow | undefined> {
  const find = async (statement: NamedStatement, ...values: unknown[]) =>
    (await db.find<MemberRow>(statement, [chainId, ...values]))[0];
  const findInBatch = async (statement: BatchStatement, ...values: unknown[]) =>
    (await db.findInBatch<MemberRow>(statement, values))[0];
  switch (key.by) {
    case 'accountId':
      return find(byAccountId, readAccountId(key.accountId));
    case 'legacyUserId':
      return Number.isSafeInteger(key.legacyUserId) ? find(byLegacyUserId, key.legacyUserId) : undefined;
    case 'email':
      return find(byEmail, key.email);
    case 'membershipId':
      return find(byMembershipId, key.membershipId);
    case 'rfid': {
      // a card that was sent in decimal matches with any number of leading zeros; an exact match comes first
      const rfid = toStoredRfid(key.rfid);
      const shortest = withoutLeadingZeros(rfid);
      const exact = await findInBatch(byRfid, rfid, key.tagFormat ?? null);
      return exact || shortest === rfid ? exact : findInBatch(byDecimalRfid, shortest, key.tagFormat ?? null);
    }
    case 'nfc':
      return find(byNfc, key.token, key.issuer ?? null, key.wallet ?? null);
    default:
      key satisfies never;
      return undefined;
  }
}

/**
 * The person as the caller's interface sees them, with or without a membership.
 * @throws 404 ACCOUNT for an unknown person; for version 2 also for a member who is not migrated
 */
export async function requirePerson(call: Call, key: MemberKey): Promise<MemberRow> {
  const person = await findMember(call, key);
  if (!person || (person.isKnownToV2 === false && !call.seesUnmigrated)) throw notFound('ACCOUNT');
  return person;
}

/**
 * Like `requirePerson`, but requires a membership.
 * @throws 404 MEMBERSHIP for a former member
 */
export async function requireMember(call: Call, key: MemberKey): Promise<KnownMember> {
  const person = await requirePerson(call, key);
  if (person.gymId === null) throw notFound('MEMBERSHIP');
  return person as KnownMember; // safe because: a row with a gym has a membership, whose columns are not null
}
