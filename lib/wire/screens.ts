import type { MembershipType } from '#contracts/v2/accounts.ts';
import type { ReaderProfile } from '#lib/scan/reader-profile.ts';

/** What the browser knows of the location it works for. */
export interface LocationView {
  id: string;
  name: string;
  /** IANA name; every date and time on the screen is in this zone. */
  timeZone: string;
  /** How many people may be in at once; null where the gym sets none. */
  capacity: number | null;
  checkInOnScan: boolean;
  readerProfile: ReaderProfile;
}

export const staffRoles = ['reception', 'trainer', 'manager'] as const;
export type StaffRole = (typeof staffRoles)[number];

export interface StaffView {
  id: string;
  displayName: string;
  initials: string;
  role: StaffRole;
}

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

/** Why a visit stays at the desk until somebody settles it: the platform will not take it, or knows nobody it could be of. */
export const keptStates = ['refused', 'unresolved'] as const;
export type KeptState = (typeof keptStates)[number];

/** What the desk knows of the platform's health at one location. */
export interface PlatformStatus {
  connection:
    | { state: 'reachable' }
    | { state: 'unreachable'; since: string }
    | { state: 'keyRejected'; since: string }
    | { state: 'permissionMissing'; since: string };
  /** Visits in the ledger whose time to be sent has come and that the platform has not taken yet. */
  waitingVisits: number;
  /** Visits the platform refused for good and nobody has settled yet. */
  refusedVisits: number;
  /** Visits not counted because the platform knows nobody with what was scanned, and nobody has settled yet. */
  unresolvedVisits: number;
  /** Visits of the last day that may have happened at another time: the clock of a browser was set meanwhile. */
  visitsInDoubt: number;
  /** Seconds that the clock of the desk is ahead of the platform's, or behind where negative; null while they agree. */
  clockAheadS: number | null;
  /** Lists of the platform that the desk could not read whole the last time. */
  unreadable: { list: 'members' | 'tasks'; count: number; isEndless: boolean }[];
}

/** A card of the demo chain, listed on the sign-in page and in the README. */
export interface DemoCard {
  /** What to scan or type. */
  value: string;
  name: string;
  /** Which case the card shows. */
  shows: string;
}

/** The names of the server-sent events of `/api/live`. They carry no data: a listener reads again. */
export const liveEventNames = ['presence', 'status', 'members', 'tasks', 'taps'] as const;
export type LiveEventName = (typeof liveEventNames)[number];
