import type { MemberAccountRequest } from '#contracts/v2/accounts.ts';

/** The request's profile as columns: what it leaves out is cleared. */
export const toProfileColumns = ({ contact, ...person }: MemberAccountRequest) => ({
  email: person.email,
  firstName: person.firstName,
  lastName: person.lastName,
  dateOfBirth: person.dateOfBirth ?? null,
  gender: person.gender,
  phone: contact?.phone || null,
  street: contact?.street || null,
  streetNumber: contact?.streetNumber || null,
  zipCode: contact?.zipCode || null,
  city: contact?.city || null,
  state: contact?.state || null,
  country: contact?.country || null,
});

/** The request's contract as columns: what it leaves out is cleared. */
export const toMembershipColumns = ({ membership }: MemberAccountRequest) => ({
  membershipId: membership.membershipId,
  agreementNumber: membership.agreementNumber || null,
  membershipType: membership.membershipType,
  membershipSubType: membership.membershipSubType || null,
  startOfContract: membership.startOfContract,
  endOfContract: membership.endOfContract ?? null,
  referringMemberId: membership.referringMemberId || null,
  barcode: membership.barcode || null,
});
