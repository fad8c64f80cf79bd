import type { MembershipType } from '#contracts/v2/account-fields.ts';

/** One line of "In the gym". */
export interface PresenceEntry {
  accountId: string;
  displayName: string;
  initials: string;
  membershipType: MembershipType | (string & {}) | null;
  /** Address of the picture; null where the desk has none. */
  photoUrl: string | null;
  /** ISO instant of the check-in. */
  since: string;
  /** Who recorded the check-in: this desk, or something else the platform told us of. */
  source: 'desk' | 'elsewhere';
  /** What staff still have to do with the member. */
  openTasks: number;
}

export interface PresenceView {
  entries: PresenceEntry[];
}

const presentPrefix = 'present-';

/** What stands for the tap of somebody who is in without one of this desk: the turnstile let them in. */
export const presentTapId = (accountId: string): string => `${presentPrefix}${accountId}`;

/** Whom such a tap is about; null for one that somebody made. */
export const accountOfPresentTap = (tapId: string): string | null =>
  tapId.startsWith(presentPrefix) ? tapId.slice(presentPrefix.length) : null;
