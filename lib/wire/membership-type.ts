import type { MembershipType } from '#contracts/v2/account-fields.ts';

const namedTypes = ['BASIC', 'PREMIUM', 'PROSPECT', 'CORPORATE_FITNESS'] as const satisfies readonly MembershipType[];

/** Says a type in words. A type that the provider added later, and null, are returned as they are. */
export type NameMembershipType = (type: string | null) => string | null;

/** @param say says a text of `membershipTypes` of the messages */
export const nameMembershipTypesBy =
  (say: (type: (typeof namedTypes)[number]) => string): NameMembershipType =>
  (type) => {
    const named = namedTypes.find((candidate) => candidate === type);
    return named ? say(named) : type;
  };
