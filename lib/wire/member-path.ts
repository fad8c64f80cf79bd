export const newMemberPath = '/members/new';

/** The path of the directory with these filters. */
export function directoryPath(shown: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(shown).toString();
  return query === '' ? '/members' : `/members?${query}`;
}

/** The path of a member's page. An id may contain any character, `/`, `%` and `+` too. */
export const memberPath = (accountId: string): string => `/members/${encodeURIComponent(accountId)}`;

/** Decodes the account id in a path segment, which Next passes undecoded; null where it is malformed. */
export function accountIdIn(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
