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

/** Accents of Latin, Greek and Cyrillic letters alone: other scripts write their vowels with marks. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\s+/g, ' ')
    .trim();
