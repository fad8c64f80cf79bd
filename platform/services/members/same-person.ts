/** Distinguishes two people with the same e-mail address. */
export interface PersonalName {
  firstName: string;
  lastName: string;
  dateOfBirth?: string | null;
}

/**
 * Whether the names match, ignoring case and accents, and the birthdays match if both are known
 * (docs/decisions/platform-data.md).
 */
export const isSamePerson = (one: PersonalName, other: PersonalName): boolean =>
  plain(one.firstName) === plain(other.firstName) &&
  plain(one.lastName) === plain(other.lastName) &&
  (!one.dateOfBirth || !other.dateOfBirth || one.dateOfBirth === other.dateOfBirth);

/** Strips accents of Latin, Greek and Cyrillic letters only: other scripts write vowels as marks. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\s+/g, ' ')
    .trim();
