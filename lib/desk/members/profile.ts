/** What can be entered of a member, by the path that the platform names it by. */
export const profileFields = [
  'firstName',
  'lastName',
  'email',
  'dateOfBirth',
  'gender',
  'contact.phone',
  'contact.street',
  'contact.streetNumber',
  'contact.zipCode',
  'contact.city',
  'contact.state',
  'contact.country',
  'membership.membershipId',
  'membership.agreementNumber',
  'membership.membershipType',
  'membership.membershipSubType',
  'membership.startOfContract',
  'membership.endOfContract',
  'membership.referringMemberId',
  'membership.barcode',
] as const;
export type ProfileField = (typeof profileFields)[number];

/** Texts as they stand in a form: empty where nothing is known. Days are `yyyy-MM-dd`. */
export type ProfileValues = Record<ProfileField, string>;

export interface Profile {
  accountId: string;
  displayName: string;
  initials: string;
  values: ProfileValues;
  /** ISO instants; only for corporate members, the start only while it lies ahead. */
  corporateStart: string | null;
  corporateEnd: string | null;
}

/** What is known of a member, and from whom. */
export type ProfileAnswer =
  | { kind: 'current'; profile: Profile }
  /** The platform cannot be asked; the desk's own directory knows a part. */
  | { kind: 'remembered'; profile: Profile; confirmedAt: string }
  /** The platform has no such member, or not any more. */
  | { kind: 'gone' }
  /** The platform cannot be asked, and the desk does not know the member. */
  | { kind: 'unavailable' };
