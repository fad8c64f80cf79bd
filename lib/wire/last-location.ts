/**
 * The location whose page was in front last and the user who was signed in there, as `locationId.staffId`. Used only
 * for URLs that name no gym.
 */
export const locationCookie = 'last-location';

/** A location that a user without access to another one may continue at. */
export interface NextLocation {
  id: string;
  slug: string;
  name: string;
  /** The user. */
  staffId: string;
  /** Whether it replaces the remembered location, to which the user has no access any more. */
  isInsteadOfLast: boolean;
}
