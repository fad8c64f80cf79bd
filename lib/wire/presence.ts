import type { MembershipType } from '#contracts/v2/account-fields.ts';

/** One row of "In the gym". */
export interface PresenceEntry {
  accountId: string;
  displayName: string;
  initials: string;
  membershipType: MembershipType | (string & {}) | null;
  /** URL of the photo; null where the desk has none. */
  photoUrl: string | null;
  /** ISO instant of the check-in. */
  since: string;
  /** Who recorded the check-in: this desk, or another system, as reported by the platform. */
  source: 'desk' | 'elsewhere';
  /** The number of open tasks of the member. */
  openTasks: number;
}

export interface PresenceView {
  entries: PresenceEntry[];
}

const presentPrefix = 'present-';

/** A tap id for a member who is in the gym without a tap of this desk (the turnstile let them in). */
export const presentTapId = (accountId: string): string => `${presentPrefix}${accountId}`;

/** The account of such a tap id; null for a real tap. */
export const accountOfPresentTap = (tapId: string): string | null =>
  tapId.startsWith(presentPrefix) ? tapId.slice(presentPrefix.length) : null;
