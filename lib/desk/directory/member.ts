import type { MemberAccount } from '#contracts/v2/accounts.ts';
import { readDay, readInstant } from '#lib/desk/calendar.ts';
import { photoUrlOf } from '#lib/desk/photos/photo-url.ts';
import type { MemberSummary } from '#lib/desk/verdict/verdict.ts';

/** A member as far as a verdict needs to know one. Days are `yyyy-MM-dd`. */
export interface Member {
  accountId: string;
  firstName: string | null;
  lastName: string | null;
  /** In lower case. */
  email: string | null;
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
    firstName: text(account.firstName),
    lastName: text(account.lastName),
    email: key(account.email)?.toLowerCase() ?? null,
    dateOfBirth: readDay(account.dateOfBirth),
    membershipId: key(membership?.membershipId),
    barcode: key(membership?.barcode),
    membershipType: text(membership?.membershipType),
    startOfContract: readDay(membership?.startOfContract),
    endOfContract: readDay(membership?.endOfContract),
    corporateStart: readInstant(membership?.corporateFitness?.startTimestamp),
    corporateEnd: readInstant(membership?.corporateFitness?.endTimestamp),
  };
}

// the database holds neither NUL nor unpaired surrogates
const text = (value: string | null | undefined) => value?.replaceAll('\u0000', '').toWellFormed().trim() || null;

/** The longest e-mail address there is. What is longer is never scanned or typed, and no index holds it. */
const longestKey = 320;
function key(value: string | null | undefined): string | null {
  const read = text(value);
  return read !== null && read.length <= longestKey ? read : null;
}

export const isCorporate = (member: Pick<Member, 'membershipType'>) => member.membershipType === 'CORPORATE_FITNESS';

/** A member as the directory knows one: with what only the desk has. */
export interface KnownMember extends Member {
  /** Of the picture; null where there is none. */
  photoVersion: string | null;
}

/** What of a member may be shown at the counter. */
export function summarise(member: KnownMember): MemberSummary {
  const displayName = displayNameOf(member);
  return {
    accountId: member.accountId,
    displayName,
    initials: initialsOf(displayName),
    membershipType: member.membershipType,
    membershipId: member.membershipId,
    memberSince: member.startOfContract,
    photoUrl: photoUrlOf(member.accountId, member.photoVersion),
  };
}

/** Longer than anybody's; platforms take thousands of characters for a name, and screens have no room for them. */
const longestName = 100;

/** First and last name, as far as they are shown; null where there is neither. The profile has them whole. */
export function fullNameOf({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string | null {
  const letters = [...[firstName, lastName].filter(Boolean).join(' ')];
  if (letters.length === 0) return null;
  return letters.length <= longestName ? letters.join('') : `${letters.slice(0, longestName).join('').trimEnd()}…`;
}

type Named = Pick<Member, 'accountId' | 'firstName' | 'lastName' | 'membershipId'>;

/** A member without a name is called by membership id, at the last by account id. */
export function displayNameOf({ firstName, lastName, membershipId, accountId }: Named): string {
  return fullNameOf({ firstName, lastName }) ?? membershipId ?? accountId;
}

/** The first letters of the first and the last word, in upper case. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => word?.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? '',
  );
  return letters.join('').toLocaleUpperCase('en');
}
