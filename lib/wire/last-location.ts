/**
 * The location whose page was in front last and who was signed in there, their ids with a dot between. It counts for
 * addresses that name no gym, and for nothing else.
 */
export const locationCookie = 'last-location';
