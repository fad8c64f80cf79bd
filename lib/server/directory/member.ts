import type { MemberAccount } from '#contracts/v2/accounts.ts';
import { readDay, readEdge } from '#lib/server/base/calendar.ts';
import { storedText } from '#lib/server/base/stored-text.ts';
import { endsSoonDays, lastDayOf } from '#lib/wire/contract-days.ts';
import type { ContractEnd } from '#lib/wire/directory.ts';
import { displayNameOf, initialsOf } from '#lib/wire/names/person-name.ts';
import { phoneDigits } from '#lib/wire/names/phone-digits.ts';
import { photoUrlOf } from '#lib/wire/photos.ts';
import type { MemberSummary } from '#lib/wire/verdict.ts';
import { daysBetween } from '#shared/calendar/days.ts';

/** The fields of a member that the directory stores. Days are `yyyy-MM-dd`. */
export interface Member {
  accountId: string;
  firstName: string | null;
  lastName: string | null;
  /** In lower case. */
  email: string | null;
  /** Digits only. */
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

/**
 * The member of an account as the platform returned it. Invalid dates become null, so that no verdict is based on them.
 * @param at whose days the first and the last one of corporate fitness are, where they are answered without a zone; may be left out
 * where these days are not used
 */
export function memberOf(account: MemberAccount, { timeZone }: { timeZone: string } = { timeZone: 'UTC' }): Member {
  const { membership } = account;
  const { startTimestamp, endTimestamp } = membership?.corporateFitness ?? {};
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
    corporateStart: readEdge(startTimestamp, { edge: 'first', timeZone }),
    corporateEnd: readEdge(endTimestamp, { edge: 'last', timeZone }),
  };
}

/** The longest e-mail address. Longer values are neither scanned nor typed, and do not fit into an index. */
const longestKey = 320;
function key(value: string | null | undefined): string | null {
  const read = storedText(value);
  return read !== null && read.length <= longestKey ? read : null;
}

export const corporateType = 'CORPORATE_FITNESS';

export const isCorporate = (member: Pick<Member, 'membershipType'>) => member.membershipType === corporateType;

/** A member in the directory, with the data that only the desk has. */
export interface KnownMember extends Member {
  /** The version of the picture; null where there is none. */
  photoVersion: string | null;
}

/** The data of a member that the counter may show. */
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

/** @param today in the time zone of the location, `yyyy-MM-dd` */
export function contractEndOf(member: Member, { today, timeZone }: { today: string; timeZone: string }): ContractEnd {
  const day = lastDayOf(member, timeZone);
  if (day === null) return null;
  const days = daysBetween(today, day);
  if (days < 0) return { day, state: 'past' };
  return days <= endsSoonDays ? { day, state: 'soon' } : null;
}
