export const newMemberPath = '/members/new';

/** The list of members, as these searches and filters show it. */
export function directoryPath(shown: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(shown).toString();
  return query === '' ? '/members' : `/members?${query}`;
}

/** Where all that is known of a member is shown. An id may hold anything: `/`, `%` and `+` too. */
export const memberPath = (accountId: string): string => `/members/${encodeURIComponent(accountId)}`;

/** The id in the address of a member's page, which Next hands over as it stands there; null where it stands for none. */
export function accountIdIn(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
