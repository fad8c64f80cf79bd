import type { ProfileField } from '#lib/wire/members.ts';

/** The fields of a person and a contract, as they stand on the page and in the form. */
export const fieldGroups = [
  {
    group: 'personGroup',
    fields: ['firstName', 'lastName', 'email', 'contact.phone', 'dateOfBirth', 'gender'],
  },
  {
    group: 'addressGroup',
    fields: [
      'contact.street',
      'contact.streetNumber',
      'contact.zipCode',
      'contact.city',
      'contact.state',
      'contact.country',
    ],
  },
  {
    group: 'membershipGroup',
    fields: [
      'membership.membershipId',
      'membership.agreementNumber',
      'membership.membershipType',
      'membership.membershipSubType',
      'membership.startOfContract',
      'membership.endOfContract',
      'membership.referringMemberId',
      'membership.barcode',
    ],
  },
] as const satisfies readonly { group: string; fields: readonly ProfileField[] }[];

/** Values of the two fields that are chosen. The provider may add more. */
export const genders = ['MALE', 'FEMALE', 'NON_BINARY'] as const;
export const membershipTypes = ['BASIC', 'PREMIUM', 'PROSPECT', 'CORPORATE_FITNESS'] as const;

const days: readonly ProfileField[] = ['dateOfBirth', 'membership.startOfContract', 'membership.endOfContract'];
export const isDay = (field: ProfileField): boolean => days.includes(field);
