import { type Profile, type ProfileValues, profileFields } from '#lib/wire/members.ts';

// safe because: there is a text for each of the names
const nothing = Object.fromEntries(profileFields.map((field) => [field, ''])) as ProfileValues;

/** A member with a contract. */
export const lena: Profile = {
  accountId: 'a',
  displayName: 'Lena Vogt',
  initials: 'LV',
  corporateStart: null,
  corporateEnd: null,
  values: {
    ...nothing,
    firstName: 'Lena',
    lastName: 'Vogt',
    email: 'lena@demo.example',
    gender: 'FEMALE',
    'contact.phone': '+49 89 1',
    'contact.city': 'München',
    'membership.membershipId': 'M-1',
    'membership.membershipType': 'PREMIUM',
    'membership.startOfContract': '2019-04-01',
  },
};

/** The same member with other values in some fields. */
export function lenaWith(changes: Partial<ProfileValues>): Profile {
  const values = { ...lena.values, ...changes };
  return { ...lena, displayName: `${values.firstName} ${values.lastName}`, values };
}
