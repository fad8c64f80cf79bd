import type { PublishRequest } from '#contracts/v1/members.ts';
import { PlatformError } from '#platform/base/errors.ts';
import type { ChainProfile, Membership } from '#platform/db/schema/accounts.ts';
import { refuseContractOutOfOrder } from '#platform/services/accounts/contract-order.ts';
import type { NewMembership } from '#platform/services/accounts/join.ts';
import type { MemberChanges } from '#platform/services/accounts/write.ts';
import type { LockedMember } from '#platform/services/members/lock.ts';
import { genderOfV1 } from '#platform/services/members/published-member.ts';

/**
 * The changes that a publish makes to a member. Missing and equal fields are left out.
 * @throws 400 for a contract that would end before it starts, 409 for a corporate membership that would begin or end
 * here
 */
export function changesOf({ profile, membership }: LockedMember, request: PublishRequest): MemberChanges {
  const membershipType = typeAfter(request, membership.membershipType);
  refuseContractOutOfOrder(membership, request);
  return {
    profile: profileChanges(profile, request),
    membership: different(membership, { ...membershipColumns(request), membershipType }),
  };
}

/** The changes that a publish makes to a profile; for a new profile, all fields of the request. */
export function profileChanges(profile: Partial<ChainProfile>, request: PublishRequest): Partial<ChainProfile> {
  const isSameGender = request.gender != null && request.gender === genderOfV1(profile.gender ?? null);
  const sent = profileColumns(request);
  return different(profile, isSameGender ? { ...sent, gender: null } : sent);
}

/** The membership that a first publish creates. Version 2 does not see it before it is migrated. */
export function newMembershipOf(request: PublishRequest, membershipId: string): NewMembership {
  refuseContractOutOfOrder({ startOfContract: null, endOfContract: null }, request);
  const membershipType = typeAfter(request, null);
  return { ...membershipColumns(request), membershipId, membershipType, isKnownToV2: false };
}

// The columns that a publish contains; undefined or null for all others.

const profileColumns = (request: PublishRequest) => ({
  email: request.eMail,
  firstName: request.firstName,
  lastName: request.lastName,
  dateOfBirth: request.dateOfBirth,
  gender: request.gender,
  phone: request.phone,
  street: request.street,
  streetNumber: request.streetNumber,
  zipCode: request.zipCode,
  city: request.city,
  state: request.state,
  country: request.country,
  motives: request.userMotiveList && [...new Set(request.userMotiveList)],
  trainingFrequency: request.trainingFrequency,
  trainingDurationMinutes: request.trainingDuration,
  heightCm: request.height,
});

const membershipColumns = (request: PublishRequest) => ({
  membershipId: request.membershipId,
  agreementNumber: request.agreementNumber,
  membershipSubType: request.membershipSubType,
  startOfContract: request.startOfContract,
  endOfContract: request.endOfContract,
  referringMemberId: request.referringMemberId,
  barcode: request.barcode,
  isActive: request.activeStatus,
  isDayGuest: request.dayGuest,
});

/**
 * The membership type after a publish. A former prospect without a given type gets the plainest type.
 * @throws 409 if a corporate membership would begin or end: that needs the verification TAN of version 2
 */
function typeAfter(
  { membershipStatus, prospect }: PublishRequest,
  before: Membership['membershipType'],
): Membership['membershipType'] {
  const named = membershipStatus ?? (prospect === true ? 'PROSPECT' : undefined);
  const after = named ?? (prospect === false && before === 'PROSPECT' ? 'BASIC' : before);
  if (after !== before && (after === 'CORPORATE_FITNESS' || before === 'CORPORATE_FITNESS')) {
    throw new PlatformError('generalConflict', 'A CORPORATE_FITNESS membership begins and ends in version 2 alone.');
  }
  return after;
}

/** Fields whose value is given and differs from the stored one. */
function different<There extends object>(there: There, wanted: Optional<There>): Partial<There> {
  const isNew = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== null && JSON.stringify(value) !== JSON.stringify(Reflect.get(there, name));
  return Object.fromEntries(Object.entries(wanted).filter(isNew)) as Partial<There>; // safe because: these are fields of `wanted`, without null
}

type Optional<T> = { [Name in keyof T]?: T[Name] | null | undefined };

/** Whether there is nothing to write. */
export const isEmpty = ({ profile, membership }: MemberChanges): boolean =>
  Object.keys(profile).length === 0 && Object.keys(membership).length === 0;
