/** What the fields of a member say, in requests and in answers alike. */
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

export const contactField = {
  phone: { description: 'Telephone number.', example: '+49 30 5550142' },
  street: { description: 'Street without the number.', example: 'Lindenallee' },
  streetNumber: { description: 'House number.', example: '12a' },
  zipCode: { description: 'Postal code.', example: '10115' },
  city: { description: 'Town or city.', example: 'Berlin' },
  state: { description: 'State or region.', example: 'Berlin' },
  country: { description: 'Country, ISO 3166-1 alpha-2.', example: 'DE' },
} as const;

export const membershipField = {
  membershipId: { description: "The member's id in the gym software; one member a chain.", example: 'M-10442' },
  agreementNumber: { description: 'Number of the contract between member and chain.', example: '2024-00317' },
  membershipType: { description: 'Decides which features the member has.', example: 'PREMIUM' },
  membershipSubType: { description: 'Finer kind of membership, named by the gym.', example: 'Off-peak' },
  startOfContract: { description: 'First day of the contract.', example: '2024-03-01' },
  endOfContract: {
    description:
      'Last day of the contract, or the day it would end if it were cancelled now; not before `startOfContract`.',
    example: '2027-02-28',
  },
  referringMemberId: { description: 'Membership id of the member who brought this one.', example: 'M-10017' },
  barcode: { description: 'Barcode the member shows at the desk.', example: '4006381333931' },
  corporateFitness: { description: 'Only for `CORPORATE_FITNESS`.' },
} as const;
