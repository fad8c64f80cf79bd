import { z } from 'zod';
import { emailAddress, requiredText } from '#contracts/v2/primitives.ts';
import { longestPin } from '#lib/wire/reader/pin-entry.ts';
import { accountIdInput } from './account-id.ts';

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

/**
 * What has to be known of every staff member. Whether a password is one of the most used, the desk's server says.
 * @param shortestPassword in characters
 */
export const staffEntries = (shortestPassword: number) =>
  z.object({
    email: emailAddress,
    name: requiredText(100),
    password: z.string().min(shortestPassword, `Must be at least ${shortestPassword} characters long.`),
  });
export type StaffEntries = z.infer<ReturnType<typeof staffEntries>>;

/** What was entered as a PIN; whose it is to be says whether it may be one. */
const pinInput = z.string().max(longestPin);

const ofColleague = z.object({ staffId: z.uuid() });

/** A card as a reader sent it, or as a person typed its number. */
export const badgeCard = { card: z.string().trim().min(1).max(1_024), source: z.enum(['scan', 'typed']) };

export const badgeInput = ofColleague.extend({ ...badgeCard, pin: pinInput });

export type BadgeInput = z.infer<typeof badgeInput>;

export const changePinInput = ofColleague.extend({ pin: pinInput });

export type ChangePinInput = z.infer<typeof changePinInput>;

export const takeBadgeInput = ofColleague;

export type TakeBadgeInput = z.infer<typeof takeBadgeInput>;

export const openBadgeInput = ofColleague;

export type OpenBadgeInput = z.infer<typeof openBadgeInput>;

export const accountSearchInput = z.object({ email: emailAddress });

export type AccountSearchInput = z.infer<typeof accountSearchInput>;

/** `accountId`: the one that was shown; another one by now is not linked. */
export const linkInput = accountSearchInput.extend({ staffId: z.uuid(), accountId: accountIdInput });

export type LinkInput = z.infer<typeof linkInput>;

export const unlinkInput = z.object({ staffId: z.uuid() });

export type UnlinkInput = z.infer<typeof unlinkInput>;

export const endSessionsInput = z.object({ staffId: z.uuid() });

export type EndSessionsInput = z.infer<typeof endSessionsInput>;
