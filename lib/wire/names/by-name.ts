const { compare } = new Intl.Collator('en');

/**
 * Orders by name as English and German do: an umlaut beside its vowel, upper and lower case together. PostgreSQL would order by code
 * point, where the database was created so.
 */
export const byName = (one: { name: string }, other: { name: string }): number => compare(one.name, other.name);
