import 'server-only';

/** A member at a location, by the key of the desk's tables. */
export interface MemberKey {
  locationId: string;
  accountId: string;
}
