import 'server-only';

/** A member at a location, as the desk's tables name them. */
export interface MemberKey {
  locationId: string;
  accountId: string;
}
