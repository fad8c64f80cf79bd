import type { MemberInformation } from '#contracts/v1/members.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import { type ChainProfile, chainProfiles, type Membership, memberships } from '#platform/db/schema/accounts.ts';
import type { RfidRow } from '#platform/db/schema/cards.ts';
import { selectColumns } from '#platform/db/select-columns.ts';
import type { Call } from '#platform/services/call.ts';
import type { MemberKey } from './find.ts';

/** The fields of a member that the gym interface receives and returns. */
export interface PublishedMember {
  profile: ChainProfile;
  membership: Membership;
  /** The cards assigned by the gym's software, oldest first. */
  cards: Pick<RfidRow, 'rfid' | 'isDecimal'>[];
  /** In the calling gym. */
  isTrainer: boolean;
  /** Whether the member's e-mail address is blacklisted. */
  isBlacklisted: boolean;
}

const memberBy = (key: PublishedKey['by'], isWanted: string): NamedStatement => ({
  name: `published_member_by_${key}`,
  text: `
    SELECT ${selectColumns(chainProfiles, { alias: 'p', prefix: 'profile.' })},
      ${selectColumns(memberships, { alias: 'm', prefix: 'membership.' })},
      (SELECT coalesce(
          json_agg(json_build_object('rfid', r.rfid, 'isDecimal', r.is_decimal) ORDER BY r.created_at, r.rfid), '[]')
        FROM rfids r
        WHERE r.chain_id = m.chain_id AND r.account_id = m.account_id AND r.is_from_gym_software) AS cards,
      EXISTS (SELECT FROM gym_roles g
        WHERE g.chain_id = m.chain_id AND g.gym_id = $2 AND g.account_id = m.account_id AND g.is_trainer) AS "isTrainer",
      EXISTS (SELECT FROM blacklisted_emails b
        WHERE b.email_hash = sha256(convert_to(p.email_key, 'UTF8'))) AS "isBlacklisted"
    FROM chain_profiles p JOIN memberships m ON m.chain_id = p.chain_id AND m.account_id = p.account_id
    WHERE p.chain_id = $1 AND m.chain_id = $1 AND ${isWanted} = $3`,
});

const byAccountId = memberBy('accountId', 'p.account_id');
const byUserId = memberBy('legacyUserId', 'p.legacy_user_id');
const byMembershipId = memberBy('membershipId', 'm.membership_id');
const byEmail = memberBy('email', 'p.email_key');

export type PublishedKey = Extract<MemberKey, { by: 'accountId' | 'legacyUserId' | 'membershipId' | 'email' }>;

/** Finds the chain's member with this key in one statement. */
export async function findPublishedMember(call: Call, key: PublishedKey): Promise<PublishedMember | undefined> {
  switch (key.by) {
    case 'accountId':
      return find(call, byAccountId, key.accountId);
    case 'legacyUserId':
      return find(call, byUserId, key.legacyUserId);
    case 'membershipId':
      return find(call, byMembershipId, key.membershipId);
    case 'email':
      return find(call, byEmail, key.email.toLowerCase());
    default:
      key satisfies never;
      return undefined;
  }
}

async function find({ db, chainId, gymId }: Call, statement: NamedStatement, value: unknown) {
  const [row] = await db.find<Record<string, unknown>>(statement, [chainId, gymId, value]);
  if (!row) return undefined;
  const { cards, isTrainer, isBlacklisted } = row;
  const groups = { profile: groupOf(row, 'profile'), membership: groupOf(row, 'membership') };
  const member = { ...groups, cards, isTrainer, isBlacklisted };
  return member as PublishedMember; // safe because: the statement selects all columns of both tables
}

const groupOf = (row: object, group: string) =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      name.startsWith(`${group}.`) ? [[name.slice(group.length + 1), value]] : [],
    ),
  );

/** The member as the gym interface returns them. Fields without a value are omitted. */
export const toMemberInformation = ({ profile, membership, cards, isTrainer }: PublishedMember): MemberInformation => ({
  userId: profile.legacyUserId,
  membershipId: membership.membershipId,
  agreementNumber: membership.agreementNumber ?? undefined,
  membershipStatus: membership.membershipType ?? undefined,
  membershipSubType: membership.membershipSubType ?? undefined,
  activeStatus: membership.isActive ?? undefined,
  referringMemberId: membership.referringMemberId ?? undefined,
  eMail: profile.email,
  firstName: profile.firstName,
  lastName: profile.lastName,
  dateOfBirth: profile.dateOfBirth ?? undefined,
  gender: genderOfV1(profile.gender) ?? undefined,
  userMotiveList: profile.motives ?? undefined,
  trainingFrequency: profile.trainingFrequency ?? undefined,
  trainingDuration: profile.trainingDurationMinutes ?? undefined,
  endOfContract: membership.endOfContract ?? undefined,
  startOfContract: membership.startOfContract ?? undefined,
  rfidList: cards.map(({ rfid }) => rfid),
  phone: profile.phone ?? undefined,
  street: profile.street ?? undefined,
  streetNumber: profile.streetNumber ?? undefined,
  zipCode: profile.zipCode ?? undefined,
  city: profile.city ?? undefined,
  state: profile.state ?? undefined,
  country: profile.country ?? undefined,
  barcode: membership.barcode ?? undefined,
  height: profile.heightCm ?? undefined,
  dayGuest: membership.isDayGuest ?? undefined,
  prospect: membership.membershipType ? membership.membershipType === 'PROSPECT' : undefined,
  trainer: isTrainer,
});

/** This interface has only two genders. For a member who is neither, it returns the one that the machines use. */
export const genderOfV1 = (gender: ChainProfile['gender']): 'MALE' | 'FEMALE' | null =>
  gender === 'NON_BINARY' ? 'FEMALE' : gender;
