import type { MemberAccount } from '#contracts/v2/accounts.ts';
import { type Member, memberOf } from '#lib/desk/directory/member.ts';
import { displayNameOf, initialsOf } from '#lib/names/person-name.ts';
import type { Profile } from '#lib/wire/members.ts';

export function profileOf(account: MemberAccount): Profile {
  const { contact, membership } = account;
  const member = memberOf(account);
  return {
    ...headOf(member),
    values: {
      firstName: account.firstName ?? '',
      lastName: account.lastName ?? '',
      email: account.email ?? '',
      dateOfBirth: member.dateOfBirth ?? '',
      gender: account.gender ?? '',
      'contact.phone': contact?.phone ?? '',
      'contact.street': contact?.street ?? '',
      'contact.streetNumber': contact?.streetNumber ?? '',
      'contact.zipCode': contact?.zipCode ?? '',
      'contact.city': contact?.city ?? '',
      'contact.state': contact?.state ?? '',
      'contact.country': contact?.country ?? '',
      'membership.membershipId': membership?.membershipId ?? '',
      'membership.agreementNumber': membership?.agreementNumber ?? '',
      'membership.membershipType': membership?.membershipType ?? '',
      'membership.membershipSubType': membership?.membershipSubType ?? '',
      'membership.startOfContract': member.startOfContract ?? '',
      'membership.endOfContract': member.endOfContract ?? '',
      'membership.referringMemberId': membership?.referringMemberId ?? '',
      'membership.barcode': membership?.barcode ?? '',
    },
  };
}

/** As much of a profile as the directory keeps. */
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
