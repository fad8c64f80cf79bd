import type { MemberAccount } from '#contracts/v2/accounts.ts';
import { readDay, readInstant } from '#lib/server/base/calendar.ts';
import { storedText } from '#lib/server/base/stored-text.ts';
import type { ContractEnd } from '#lib/wire/directory.ts';
import { displayNameOf, initialsOf } from '#lib/wire/names/person-name.ts';
import { phoneDigits } from '#lib/wire/names/phone-digits.ts';
import { photoUrlOf } from '#lib/wire/photos.ts';
import type { MemberSummary } from '#lib/wire/verdict.ts';
import { daysBetween } from '#shared/calendar/days.ts';

/** A member as far as a verdict needs to know one. Days are `yyyy-MM-dd`. */
export interface Member {
  accountId: string;
  firstName: string | null;
  lastName: string | null;
  /** In lower case. */
  email: string | null;
  /** Its digits. */
  phone: string | null;
  dateOfBirth: string | null;
  membershipId: string | null;
  barcode: string | null;
  membershipType: string | null;
  startOfContract: string | null;
  endOfContract: string | null;
  corporateStart: Date | null;
  corporateEnd: Date | null;
}

/** Reads the answer of the platform. What is no date there is left out, so that it decides nothing. */
export function memberOf(account: MemberAccount): Member {
  const { membership } = account;
  return {
    accountId: account.accountId,
    firstName: storedText(account.firstName),
    lastName: storedText(account.lastName),
    email: key(account.email)?.toLowerCase() ?? null,
    phone: key(phoneDigits(account.contact?.phone ?? '')),
    dateOfBirth: readDay(account.dateOfBirth),
    membershipId: key(membership?.membershipId),
    barcode: key(membership?.barcode),
    membershipType: storedText(membership?.membershipType),
    startOfContract: readDay(membership?.startOfContract),
    endOfContract: readDay(membership?.endOfContract),
    corporateStart: readInstant(membership?.corporateFitness?.startTimestamp),
    corporateEnd: readInstant(membership?.corporateFitness?.endTimestamp),
  };
}

/** The longest e-mail address there is. What is longer is never scanned or typed, and no index holds it. */
const longestKey = 320;
function key(value: string | null | undefined): string | null {
  const read = storedText(value);
  return read !== null && read.length <= longestKey ? read : null;
}

/** Days before the end of a contract from which reception is told. */
export const endsSoonDays = 14;

export const isCorporate = (member: Pick<Member, 'membershipType'>) => member.membershipType === 'CORPORATE_FITNESS';

/** A member as the directory knows one: with what only the desk has. */
export interface KnownMember extends Member {
  /** Of the picture; null where there is none. */
  photoVersion: string | null;
}

/** What of a member may be shown at the counter of a location. */
export function summarise(locationId: string, member: KnownMember): MemberSummary {
  const displayName = displayNameOf(member);
  return {
    accountId: member.accountId,
    displayName,
    initials: initialsOf(displayName),
    membershipType: member.membershipType,
    membershipId: member.membershipId,
    memberSince: member.startOfContract,
    photoUrl: photoUrlOf(locationId, member.accountId, member.photoVersion),
  };
}

/** @param today where the location is, `yyyy-MM-dd` */
export function contractEndOf({ endOfContract: day }: Pick<Member, 'endOfContract'>, today: string): ContractEnd {
  if (day === null) return null;
  const days = daysBetween(today, day);
  if (days < 0) return { day, state: 'past' };
  return days <= endsSoonDays ? { day, state: 'soon' } : null;
}
