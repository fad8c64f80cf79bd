export interface PersonName {
  firstName: string | null;
  lastName: string | null;
}

/** Longer than real names. Platforms accept names of thousands of characters, which no screen has room for. */
const longestName = 100;

/** First and last name, truncated for display; null where there is neither. The profile shows them in full. */
export function fullNameOf({ firstName, lastName }: PersonName): string | null {
  const letters = [...[firstName, lastName].filter(Boolean).join(' ')];
  if (letters.length === 0) return null;
  return letters.length <= longestName ? letters.join('') : `${letters.slice(0, longestName).join('').trimEnd()}…`;
}

interface Named extends PersonName {
  membershipId: string | null;
  accountId: string;
}

/** A member without a name is shown by membership id, otherwise by account id. */
export function displayNameOf({ firstName, lastName, membershipId, accountId }: Named): string {
  return fullNameOf({ firstName, lastName }) ?? membershipId ?? accountId;
}

/** The first letters of the first and the last word, in upper case. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => word?.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? '',
  );
  return letters.join('').toLocaleUpperCase('en');
}
