/** What every section of a member's page is given. */
export interface SectionProps {
  accountId: string;
  locationId: string;
  /** IANA name of the location's zone. */
  timeZone: string;
  /** Whether this person may change what belongs to members. */
  mayEdit: boolean;
}
