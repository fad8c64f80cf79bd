/** The props of every section of a member's page. */
export interface SectionProps {
  accountId: string;
  locationId: string;
  /** IANA name of the location's time zone. */
  timeZone: string;
  /** Whether this user may edit members. */
  mayEdit: boolean;
}
