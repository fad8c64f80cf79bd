import { contactTexts, membershipTexts, ofEach } from '#contracts/v2/account-fields.ts';
import type { MemberAccountRequest } from '#contracts/v2/accounts.ts';

/** The request's profile as columns. Fields that are missing from the request are cleared. */
export const toProfileColumns = ({ contact, ...person }: MemberAccountRequest) => ({
  email: person.email,
  firstName: person.firstName,
  lastName: person.lastName,
  dateOfBirth: person.dateOfBirth ?? null,
  gender: person.gender,
  ...ofEach(contactTexts, (_, name) => contact?.[name] || null),
});

/** The request's contract as columns. Fields that are missing from the request are cleared. */
export const toMembershipColumns = ({ membership }: MemberAccountRequest) => ({
  membershipId: membership.membershipId,
  membershipType: membership.membershipType,
  startOfContract: membership.startOfContract,
  endOfContract: membership.endOfContract ?? null,
  ...ofEach(membershipTexts, (_, name) => membership[name] || null),
});
