/**
 * The location whose page was in front last and the user who was signed in there, as `locationId.staffId`. Used only
 * for URLs that name no gym.
 */
export const locationCookie = 'last-location';
