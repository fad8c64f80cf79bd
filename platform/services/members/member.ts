import { contactTexts, membershipTexts, namesOf, ofEach } from '#contracts/v2/account-fields.ts';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import {
  type ChainProfile,
  chainProfiles,
  type Membership,
  memberships,
  type Tan,
  tans,
} from '#platform/db/schema/accounts.ts';
import { type Gym, gyms } from '#platform/db/schema/chains.ts';
import { selectColumns } from '#platform/db/select-columns.ts';
import { endOfDay } from '#platform/services/gyms/local-time.ts';
import { startOfDay } from '#shared/calendar/day-in-zone.ts';

const ofProfile = [
  ...(['accountId', 'legacyUserId', 'email', 'firstName', 'lastName', 'dateOfBirth', 'gender'] as const),
  ...namesOf(contactTexts),
] as const;
const ofMembership = [
  ...(['gymId', 'membershipId', 'membershipType', 'startOfContract', 'endOfContract', 'tan', 'isKnownToV2'] as const),
  ...namesOf(membershipTexts),
] as const;
const ofTan = ['startsOn', 'endsOn', 'isPlus1'] as const;
const ofGym = ['timeZone'] as const;

type Selected<Row, Names extends readonly (keyof Row)[]> = Pick<Row, Names[number]>;
type OrNull<Row> = { [Name in keyof Row]: Row[Name] | null };

/**
 * All the platform knows of one person in one chain: profile, membership, corporate entitlement. Without a membership
 * in the chain, all columns outside the profile are null.
 */
export type MemberRow = Selected<ChainProfile, typeof ofProfile> &
  OrNull<Selected<Membership, typeof ofMembership> & Selected<Tan, typeof ofTan> & Selected<Gym, typeof ofGym>>;

/** Selects `MemberRow`s; `p` is the profile, `m` the membership. */
export const memberColumns = [
  selectColumns(chainProfiles, { alias: 'p' }, ofProfile),
  selectColumns(memberships, { alias: 'm' }, ofMembership),
  selectColumns(tans, { alias: 't' }, ofTan),
  selectColumns(gyms, { alias: 'g' }, ofGym),
].join();

/** Joins the corporate entitlement to a membership `m`. Only corporate members have a TAN, and only for them the gym is read. */
export const joinEntitlement = `
  LEFT JOIN tans t ON t.tan = m.tan
  LEFT JOIN gyms g ON g.chain_id = m.chain_id
    AND g.gym_id = CASE m.membership_type WHEN 'CORPORATE_FITNESS' THEN m.gym_id END`;

/** Joins the related tables to a profile `p`. */
export const joinMembership = `
  LEFT JOIN memberships m ON m.chain_id = p.chain_id AND m.account_id = p.account_id
  ${joinEntitlement}`;

/** The account as version 2 returns it. Fields without a value are omitted. */
export function toMemberAccount(row: MemberRow, now: Date): MemberAccount {
  return {
    accountId: row.accountId,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    dateOfBirth: row.dateOfBirth ?? undefined,
    gender: row.gender ?? undefined,
    contact: toContact(row),
    membership: {
      membershipId: row.membershipId,
      membershipType: row.membershipType ?? undefined,
      startOfContract: row.startOfContract ?? undefined,
      endOfContract: row.endOfContract ?? undefined,
      ...ofEach(membershipTexts, (_, name) => row[name] ?? undefined),
      corporateFitness: toCorporateFitness(row, now),
    },
  };
}

function toContact(row: MemberRow): MemberAccount['contact'] {
  const contact = ofEach(contactTexts, (_, name) => row[name] ?? undefined);
  return Object.values(contact).some((value) => value !== undefined) ? contact : undefined;
}

/** The start is returned only while it is in the future, the end only if there is one. */
function toCorporateFitness(row: MemberRow, now: Date): NonNullable<MemberAccount['membership']>['corporateFitness'] {
  if (row.membershipType !== 'CORPORATE_FITNESS') return undefined;
  const timeZone = row.timeZone ?? 'UTC';
  const starts = row.startsOn ? startOfDay(row.startsOn, timeZone) : undefined;
  return {
    startTimestamp: starts && starts > now ? starts.toISOString() : undefined,
    endTimestamp: row.endsOn ? endOfDay(row.endsOn, timeZone).toISOString() : undefined,
  };
}
