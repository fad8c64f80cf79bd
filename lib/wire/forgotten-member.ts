/** A member whose data the desk has deleted. */
export interface ForgottenMember {
  accountId: string;
  /** ISO 8601. */
  at: string;
}

/** The most members to ask about at once: as many as a window has verdicts. */
export const mostAskedMembers = 50;
