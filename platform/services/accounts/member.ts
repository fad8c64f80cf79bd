import type { MemberAccount, MembershipType } from '#contracts/v2/accounts.ts';
import { endOfDay } from '#platform/services/gyms/club-day.ts';
import { startOfDay } from '#shared/calendar/club-day.ts';

/** What the platform knows of one person in one chain: profile, membership, corporate entitlement. */
export interface MemberRow {
  account_id: string;
  legacy_user_id: number;
  email: string;
  first_name: string;
  last_name: string;
  date_of_birth: string | null;
  gender: 'MALE' | 'FEMALE' | 'NON_BINARY' | null;
  phone: string | null;
  street: string | null;
  street_number: string | null;
  zip_code: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  /** Null where the person has no membership in the chain; so is everything below. */
  gym_id: string | null;
  membership_id: string | null;
  agreement_number: string | null;
  membership_type: MembershipType | null;
  membership_sub_type: string | null;
  start_of_contract: string | null;
  end_of_contract: string | null;
  referring_member_id: string | null;
  barcode: string | null;
  tan: string | null;
  is_known_to_v2: boolean | null;
  starts_on: string | null;
  ends_on: string | null;
  is_plus1: boolean | null;
  time_zone: string | null;
}

/** Selects `MemberRow`s; `p` is the profile, `m` the membership. */
export const memberColumns = `
  p.account_id, p.legacy_user_id, p.email, p.first_name, p.last_name, p.date_of_birth, p.gender,
  p.phone, p.street, p.street_number, p.zip_code, p.city, p.state, p.country,
  m.gym_id, m.membership_id, m.agreement_number, m.membership_type, m.membership_sub_type,
  m.start_of_contract, m.end_of_contract, m.referring_member_id, m.barcode, m.tan, m.is_known_to_v2,
  t.starts_on, t.ends_on, t.is_plus1, g.time_zone`;

/** Joins what hangs on a profile `p`. */
export const joinMembership = `
  LEFT JOIN memberships m ON m.chain_id = p.chain_id AND m.account_id = p.account_id
  LEFT JOIN tans t ON t.tan = m.tan
  LEFT JOIN gyms g ON g.chain_id = m.chain_id AND g.gym_id = m.gym_id`;

/** The account as version 2 answers it. Fields without a value are left out. */
export function toMemberAccount(row: MemberRow, now: Date): MemberAccount {
  return {
    accountId: row.account_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    dateOfBirth: row.date_of_birth ?? undefined,
    gender: row.gender ?? undefined,
    contact: toContact(row),
    membership: {
      membershipId: row.membership_id,
      agreementNumber: row.agreement_number ?? undefined,
      membershipType: row.membership_type ?? undefined,
      membershipSubType: row.membership_sub_type ?? undefined,
      startOfContract: row.start_of_contract ?? undefined,
      endOfContract: row.end_of_contract ?? undefined,
      referringMemberId: row.referring_member_id ?? undefined,
      barcode: row.barcode ?? undefined,
      corporateFitness: toCorporateFitness(row, now),
    },
  };
}

function toContact(row: MemberRow): MemberAccount['contact'] {
  const contact = {
    phone: row.phone ?? undefined,
    street: row.street ?? undefined,
    streetNumber: row.street_number ?? undefined,
    zipCode: row.zip_code ?? undefined,
    city: row.city ?? undefined,
    state: row.state ?? undefined,
    country: row.country ?? undefined,
  };
  return Object.values(contact).some((value) => value !== undefined) ? contact : undefined;
}

/** The start is told only while it lies ahead, the end only where there is one (behaviour sheet, "Accounts"). */
function toCorporateFitness(row: MemberRow, now: Date): NonNullable<MemberAccount['membership']>['corporateFitness'] {
  if (row.membership_type !== 'CORPORATE_FITNESS') return undefined;
  const timeZone = row.time_zone ?? 'UTC';
  const starts = row.starts_on ? startOfDay(row.starts_on, timeZone) : undefined;
  return {
    startTimestamp: starts && starts > now ? starts.toISOString() : undefined,
    endTimestamp: row.ends_on ? endOfDay(row.ends_on, timeZone).toISOString() : undefined,
  };
}
