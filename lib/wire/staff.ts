import { z } from 'zod';
import { emailAddress, requiredText } from '#contracts/v2/primitives.ts';
import { longestPin } from '#lib/wire/reader/pin-entry.ts';
import { shortestPassword } from '#shared/password/password-length.ts';
import { accountIdInput } from './account-id.ts';
import type { AuditAction } from './audit-actions.ts';
import { typedEmail } from './typed-email.ts';

/** One row of the staff of a location. */
export interface Colleague {
  id: string;
  name: string;
  initials: string;
  role: StaffRole;
  email: string;
  isDisabled: boolean;
  /** Whether the person has an invitation and has not chosen a password yet. */
  isInvited: boolean;
  /** The last activity that is known; null where there was none. */
  lastActiveAt: string | null;
  /** What the person last did that the log of the current manager's locations records, and when. */
  lastDid: { action: AuditAction; at: string } | null;
  /** Those of the current manager's locations at which the person works. */
  locationIds: string[];
  /** The last password sign-in that was refused after too many failures; null where no lock may still be active. */
  passwordLock: { at: string; clientAddress: string } | null;
  hasBadge: boolean;
  hasPasskey: boolean;
  /** Whether a gym where they work requires one of them, which they have not added; missing in an answer of an earlier version. */
  lacksPasskey?: boolean;
  /**
   * Until when the person may put off a required passkey; null where they have not been asked for it, missing in an answer of an
   * earlier version.
   */
  passkeyDueAt?: string | null;
  /** Since when the badge is locked after too many wrong PINs; null where it is not. */
  badgeLockedAt: string | null;
  /**
   * Whether the current manager manages every location where the person works. Only then may the manager change what is
   * valid at all of them: role, badge, sign-in links, and whether the person can sign in at all.
   */
  isFullyManaged: boolean;
  /** Whether the person works at this location; otherwise only at retired ones of the current manager. */
  worksHere: boolean;
  /** Whether a manager has allowed the person the reports of this location; missing in an answer of an earlier version. */
  mayReadReports?: boolean;
  /** The person's own account at the platform; `name` is set where they are a member here. */
  account: { name: string | null } | null;
}

/** A location of the current manager. A retired one can only be taken from those who work there. */
export interface StaffLocation {
  id: string;
  name: string;
  isRetired: boolean;
}

export interface ColleagueList {
  colleagues: Colleague[];
  /** Those in use first. */
  locations: StaffLocation[];
  /** Who at this location needs a passkey. */
  passkeysRequiredOf: PasskeyRequirement;
}

/** A link that signs a person in once, and lets them choose a password. It is shown once and not stored. */
export interface SignInLink {
  /** Without scheme and host where the desk's public address is not configured. */
  url: string;
  expiresAt: string;
  /** Where the desk can send it by e-mail; null where no mail server is configured. */
  email: string | null;
}

/** What became of an e-mail with a sign-in link. */
export type MailOutcome =
  | { kind: 'sent' }
  /** The mail server does not deliver to this address. */
  | { kind: 'refused' }
  /** The mail server did not take it; another attempt may succeed. */
  | { kind: 'failed' }
  /** The link was used, replaced or has expired. */
  | { kind: 'linkGone' }
  /** The manager has sent many in the last hour. */
  | { kind: 'tooMany' };

/** `name` is null for a person who does not work in a gym of the manager. */
type EmailTaken = { kind: 'emailTaken'; name: string | null };

export type InviteOutcome = { kind: 'invited'; link: SignInLink } | EmailTaken;

export type CorrectOutcome = { kind: 'corrected' } | EmailTaken;

/** `tooEarly`: of a manager who was disabled less than a shift ago; possible from then on. */
export type ForgetOutcome = { kind: 'forgotten' } | { kind: 'tooEarly'; from: string };

/** The result of searching the location's platform for an e-mail address. */
export type AccountSearch =
  | { kind: 'found'; accountId: string; name: string }
  /** It has no account with this address. */
  | { kind: 'unknown' }
  /** It has an account but returns no data: the person has no membership in this chain. */
  | { kind: 'noMembership' };

export type LinkOutcome = { kind: 'linked' } | { kind: 'takenByColleague'; name: string };

/** The outcome of giving a badge. */
export type BadgeOutcome =
  | { kind: 'given' }
  /** The scan is no card number. */
  | { kind: 'unreadable' }
  /** `name` is null for a colleague who works only at other locations. */
  | { kind: 'takenByColleague'; name: string | null }
  | { kind: 'takenByMember'; name: string };

export const staffRoles = ['reception', 'trainer', 'manager'] as const;

export type StaffRole = (typeof staffRoles)[number];

/** Which staff of a location need a passkey. */
export const passkeyRequirements = ['nobody', 'managers', 'everybody'] as const;

export type PasskeyRequirement = (typeof passkeyRequirements)[number];

export function requiresPasskeyOf(role: StaffRole, requirement: PasskeyRequirement): boolean {
  switch (requirement) {
    case 'nobody':
      return false;
    case 'managers':
      return role === 'manager';
    case 'everybody':
      return true;
  }
}

export interface StaffView {
  id: string;
  displayName: string;
  initials: string;
  role: StaffRole;
}

export const longestStaffName = 100;

/** The required data of every staff member. The desk's server also rejects the most common passwords. */
export const staffEntries = z.object({
  email: emailAddress,
  name: requiredText(longestStaffName),
  password: z.string().min(shortestPassword, `Must be at least ${shortestPassword} characters long.`),
});
export type StaffEntries = z.infer<typeof staffEntries>;

/** A PIN as entered. The role of its owner decides whether it is valid. */
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

/** `accountId`: the account that was shown to the user. If the search now finds another one, it is not linked. */
export const linkInput = accountSearchInput.extend({ staffId: z.uuid(), accountId: accountIdInput });

export type LinkInput = z.infer<typeof linkInput>;

export const unlinkInput = z.object({ staffId: z.uuid() });

export type UnlinkInput = z.infer<typeof unlinkInput>;

const locationIds = z.array(z.uuid()).max(1_000);

export const inviteInput = z.object({
  name: requiredText(longestStaffName),
  email: typedEmail,
  role: z.enum(staffRoles),
  locationIds: locationIds.min(1),
});

export type InviteInput = z.infer<typeof inviteInput>;

/** Only what changes, so that another manager's change made in the meantime is kept. */
export const placeInput = ofColleague.extend({
  role: z.enum(staffRoles).optional(),
  add: locationIds,
  remove: locationIds,
});

export type PlaceInput = z.infer<typeof placeInput>;

/** Only what changes, so that another manager's change made in the meantime is kept. */
export const correctInput = ofColleague.extend(inviteInput.pick({ name: true, email: true }).partial().shape);

export type CorrectInput = z.infer<typeof correctInput>;

/** Whether a colleague may read the reports of this location. */
export const reportsInput = ofColleague.extend({ isAllowed: z.boolean() });

export type ReportsInput = z.infer<typeof reportsInput>;

export const colleagueInput = ofColleague;

export type ColleagueInput = z.infer<typeof colleagueInput>;

/** `shown`: what the manager saw. If another manager has changed it since then, nothing is changed. */
export const requirePasskeysInput = z.object({
  shown: z.enum(passkeyRequirements),
  requiredOf: z.enum(passkeyRequirements),
});
export type RequirePasskeysInput = z.infer<typeof requirePasskeysInput>;

export type RequirePasskeysOutcome =
  | { kind: 'set' }
  | { kind: 'changedMeanwhile' }
  /** Only a manager who has one requires it of more people. */
  | { kind: 'ownPasskeyFirst' }
  /** The desk has no host name that passkeys can belong to. */
  | { kind: 'notHere' };

export type GiveTimeOutcome =
  | { kind: 'given' }
  /** They have just added one, or nobody requires it of them any more. */
  | { kind: 'notNeeded' };

/** `token`: that of the link, which the desk does not store. */
export const mailLinkInput = z.object({ token: z.string().min(1).max(200) });

export type MailLinkInput = z.infer<typeof mailLinkInput>;

export const endSessionsInput = z.object({ staffId: z.uuid() });

export type EndSessionsInput = z.infer<typeof endSessionsInput>;
