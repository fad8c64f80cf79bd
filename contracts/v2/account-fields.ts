export const genders = ['MALE', 'FEMALE', 'NON_BINARY'] as const;
export const membershipTypes = ['BASIC', 'PREMIUM', 'PROSPECT', 'CORPORATE_FITNESS'] as const;
export type MembershipType = (typeof membershipTypes)[number];

/** Descriptions of a member's fields, for requests and responses. */
export const accountField = {
  accountId: {
    description: 'Id of the account, everywhere on the platform.',
    example: '6f2c1b7e-4d0a-4b8e-9c35-a1e07d5f2b64',
  },
  email: { description: 'E-mail address; one account a chain.', example: 'lena.vogt@example.org' },
  firstName: { description: 'First name.', example: 'Lena' },
  lastName: { description: 'Last name.', example: 'Vogt' },
  dateOfBirth: { description: 'Date of birth.', example: '1991-04-17' },
  gender: { description: 'Gender. Machines treat `NON_BINARY` as `FEMALE` today.', example: 'FEMALE' },
  contact: { description: 'How to reach the member.' },
  membership: { description: 'Membership and contract.' },
} as const;

export const membershipField = {
  membershipId: { description: "The member's id in the gym software; one member a chain.", example: 'M-12001' },
  membershipType: { description: 'Decides which features the member has.', example: 'PREMIUM' },
  startOfContract: { description: 'First day of the contract.', example: '2024-03-01' },
  endOfContract: {
    description:
      'Last day of the contract, or the day it would end if it were cancelled now; not before `startOfContract`.',
    example: '2027-02-28',
  },
  corporateFitness: { description: 'Only for `CORPORATE_FITNESS`.' },
} as const;

/** An optional text of a member. */
export interface OptionalText {
  /** Maximum number of characters. */
  longest: number;
  /** Whether another platform may store it as a number. */
  mayBeNumber?: true;
  about: { description: string; example: string };
}

/**
 * The optional texts of the contact. Each has the same name in three places: column of `chain_profiles`, field of the
 * desk's form, message in `profile.fields.contact`.
 */
export const contactTexts = {
  phone: { longest: 255, mayBeNumber: true, about: { description: 'Telephone number.', example: '+49 30 5550142' } },
  street: { longest: 255, about: { description: 'Street without the number.', example: 'Lindenallee' } },
  streetNumber: { longest: 255, mayBeNumber: true, about: { description: 'House number.', example: '12a' } },
  zipCode: { longest: 255, mayBeNumber: true, about: { description: 'Postal code.', example: '10115' } },
  city: { longest: 255, about: { description: 'Town or city.', example: 'Berlin' } },
  state: { longest: 255, about: { description: 'State or region.', example: 'Berlin' } },
  country: { longest: 255, about: { description: 'Country, ISO 3166-1 alpha-2.', example: 'DE' } },
} as const satisfies Record<string, OptionalText>;
export type ContactText = keyof typeof contactTexts;

/** The optional texts of the membership, in `memberships` and `profile.fields.membership` in the same way. */
export const membershipTexts = {
  agreementNumber: {
    longest: 255,
    mayBeNumber: true,
    about: { description: 'Number of the contract between member and chain.', example: '2024-00317' },
  },
  membershipSubType: {
    longest: 128,
    about: { description: 'Finer kind of membership, named by the gym.', example: 'Off-peak' },
  },
  referringMemberId: {
    longest: 255,
    mayBeNumber: true,
    about: { description: 'Membership id of the member who brought this one.', example: 'M-10017' },
  },
  barcode: {
    longest: 255,
    mayBeNumber: true,
    about: { description: 'Barcode the member shows at the desk.', example: '4006381333931' },
  },
} as const satisfies Record<string, OptionalText>;
export type MembershipText = keyof typeof membershipTexts;

export const namesOf = <Name extends string>(texts: Record<Name, OptionalText>): Name[] => Object.keys(texts) as Name[]; // safe because: its keys are these names

/** Maps each text, with its name, to a value. */
export const ofEach = <Name extends string, Made>(
  texts: Record<Name, OptionalText>,
  make: (text: OptionalText, name: Name) => Made,
): Record<Name, Made> => {
  const made = {} as Record<Name, Made>; // safe because: each name is set below
  for (const name of namesOf(texts)) made[name] = make(texts[name], name);
  return made;
};
