/** What tells two people with the same e-mail address apart. */
export interface PersonalName {
  firstName: string;
  lastName: string;
  dateOfBirth?: string | null;
}

/** Same names but for case and accents, and the same birthday where both are known (behaviour sheet, "Accounts"). */
export const isSamePerson = (one: PersonalName, other: PersonalName): boolean =>
  plain(one.firstName) === plain(other.firstName) &&
  plain(one.lastName) === plain(other.lastName) &&
  (!one.dateOfBirth || !other.dateOfBirth || one.dateOfBirth === other.dateOfBirth);

const plain = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').toLowerCase().replace(/\s+/g, ' ').trim();
