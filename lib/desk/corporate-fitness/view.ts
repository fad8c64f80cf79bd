/** A corporate membership that ends. Days are days of the club's calendar, `yyyy-MM-dd`. */
export interface CorporateEnding {
  accountId: string;
  displayName: string;
  initials: string;
  photoUrl: string | null;
  /** First day of the contract; null where the platform names none. */
  since: string | null;
  /** Last day of the entitlement. */
  until: string | null;
  /** Days from today until then; negative where it has ended. */
  daysLeft: number | null;
  /** ISO instant of the last check-in that this desk knows of. */
  lastVisitAt: string | null;
}

export interface CorporateEndings {
  entries: CorporateEnding[];
  /** Members that the platform lists and the desk cannot read. */
  unreadable: number;
}
