import { contactTexts, membershipTexts, ofEach } from '#contracts/v2/account-fields.ts';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import { readDay } from '#lib/server/base/calendar.ts';
import { type Member, memberOf } from '#lib/server/directory/member.ts';
import type { Profile, ProfileField } from '#lib/wire/members.ts';
import { displayNameOf, initialsOf } from '#lib/wire/names/person-name.ts';

/** @param at as of {@link memberOf} */
export function profileOf(account: MemberAccount, at?: { timeZone: string }): Profile {
  const { contact, membership } = account;
  const member = memberOf(account, at);
  return {
    ...headOf(member),
    values: {
      firstName: account.firstName ?? '',
      lastName: account.lastName ?? '',
      email: account.email ?? '',
      dateOfBirth: member.dateOfBirth ?? '',
      gender: account.gender ?? '',
      ...underPath(
        'contact',
        ofEach(contactTexts, (_, name) => contact?.[name] ?? ''),
      ),
      'membership.membershipId': membership?.membershipId ?? '',
      'membership.membershipType': membership?.membershipType ?? '',
      'membership.startOfContract': member.startOfContract ?? '',
      'membership.endOfContract': member.endOfContract ?? '',
      ...underPath(
        'membership',
        ofEach(membershipTexts, (_, name) => membership?.[name] ?? ''),
      ),
    },
  };
}

/** The date fields whose value at the platform is none that the desk can read: their profile's value is empty. */
export function unreadDaysOf({ dateOfBirth, membership }: MemberAccount): ProfileField[] {
  const sent: [ProfileField, string | null | undefined][] = [
    ['dateOfBirth', dateOfBirth],
    ['membership.startOfContract', membership?.startOfContract],
    ['membership.endOfContract', membership?.endOfContract],
  ];
  return sent.filter(([, text]) => text?.trim() && readDay(text) === null).map(([field]) => field);
}

/** Texts by their path in the platform's account. */
const underPath = <Group extends string, Name extends string>(group: Group, texts: Record<Name, string>) =>
  // safe because: each name follows the group
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${group}.${name}`, text])) as Record<
    `${Group}.${Name}`,
    string
  >;

/** The part of a profile that the directory stores. */
export function rememberedProfile(member: Member): Profile {
  return profileOf({
    accountId: member.accountId,
    firstName: member.firstName,
    lastName: member.lastName,
    email: member.email,
    dateOfBirth: member.dateOfBirth,
    membership: {
      membershipId: member.membershipId,
      membershipType: member.membershipType,
      startOfContract: member.startOfContract,
      endOfContract: member.endOfContract,
      barcode: member.barcode,
      corporateFitness: {
        startTimestamp: member.corporateStart?.toISOString(),
        endTimestamp: member.corporateEnd?.toISOString(),
      },
    },
  });
}

function headOf(member: Member): Omit<Profile, 'values'> {
  const displayName = displayNameOf(member);
  return {
    accountId: member.accountId,
    displayName,
    initials: initialsOf(displayName),
    corporateStart: member.corporateStart?.toISOString() ?? null,
    corporateEnd: member.corporateEnd?.toISOString() ?? null,
  };
}
