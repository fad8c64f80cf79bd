/** One line of the staff of a location. */
export interface Colleague {
  id: string;
  name: string;
  initials: string;
  role: StaffRole;
  email: string;
  isDisabled: boolean;
  /** The last sign-in by password that was refused for too many failures; null where none is that may still hold. */
  passwordLock: { at: string; clientAddress: string } | null;
  hasBadge: boolean;
  /** Since when the badge has had too many wrong PINs; null where it has not. */
  badgeLockedAt: string | null;
  /** Whether the manager who looks may give a badge: it opens every location the person works for. */
  mayGiveBadge: boolean;
  /** The person's own account at the platform; `name` where they are a member here. */
  account: { name: string | null } | null;
}

export interface ColleagueList {
  colleagues: Colleague[];
}

/** What the platform of the location says of an address. */
export type AccountSearch =
  | { kind: 'found'; accountId: string; name: string }
  /** It knows nobody with this address. */
  | { kind: 'unknown' }
  /** It knows the person but tells nothing of them: they have no membership in this chain. */
  | { kind: 'noMembership' };

export type LinkOutcome = { kind: 'linked' } | { kind: 'takenByColleague'; name: string };

/** What became of giving a badge. */
export type BadgeOutcome =
  | { kind: 'given' }
  /** What was read is no card number. */
  | { kind: 'unreadable' }
  /** `name` is null for who works at other locations only. */
  | { kind: 'takenByColleague'; name: string | null }
  | { kind: 'takenByMember'; name: string };

export const staffRoles = ['reception', 'trainer', 'manager'] as const;

export type StaffRole = (typeof staffRoles)[number];

export interface StaffView {
  id: string;
  displayName: string;
  initials: string;
  role: StaffRole;
}
