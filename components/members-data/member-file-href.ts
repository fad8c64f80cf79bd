import { pathAt } from '#lib/wire/path-at.ts';

/** The address of the file with everything that the desk stores about a member of a location. */
export const memberFileHref = (locationId: string, accountId: string): string =>
  pathAt(locationId, '/api/desk/member-file', new URLSearchParams({ accountId }));
