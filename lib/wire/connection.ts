import type { OutageCause } from './outage-causes.ts';

/** The permissions of a key that can be tried without changing anything at the platform. */
export const triedPermissions = ['accounts', 'visits', 'rfids', 'nfc', 'products', 'tasks', 'webhooks'] as const;
export type TriedPermission = (typeof triedPermissions)[number];

/** `unclear`: the platform's answer does not show it. */
export type PermissionState = 'granted' | 'missing' | 'unclear';

/**
 * - `open`: not registered yet; to be retried
 * - `registered`: the platform sends events; checked again from time to time
 * - `notPermitted`: the key lacks the permission for webhooks
 * - `refused`: the platform does not accept this desk's URL
 * - `unreachable`: this desk has no URL that the platform could reach
 */
export const webhookStates = ['open', 'registered', 'notPermitted', 'refused', 'unreachable'] as const;
export type WebhookState = (typeof webhookStates)[number];

/** The events of a platform that the desk acts upon. */
export const webhookEventTypes = ['GYM_CHECKIN', 'GYM_CHECKOUT', 'MEMBERSHIP_DELETE'] as const;

/** A delivery of the webhook as the desk recorded it; it never says whom it was about. */
interface WebhookDelivery {
  type: (typeof webhookEventTypes)[number];
  /** ISO instants. */
  receivedAt: string;
  isHandled: boolean;
}

export interface WebhookView {
  state: WebhookState;
  /** The desk's address that is registered at the platform, without its unguessable end; null where none is. */
  url: string | null;
  /** When the platform last delivered anything; null before the first delivery. */
  heardAt: string | null;
  /** When the desk next checks the registration. */
  nextAttemptAt: string;
  /** The last ones, newest first. */
  deliveries: WebhookDelivery[];
}

/** How a location is connected to its platform. No key or token is in it. */
export interface ConnectionView {
  /** Changes with every change of an address or a secret: of two managers who change them, the second is told. */
  version: string;
  /** The origin of the platform. */
  url: string;
  /** The first eight hexadecimal digits of the SHA-256 of the key. */
  fingerprint: string;
  /** Since when address and key are in use. */
  since: string;
  /** The remaining rate limit, as the platform last reported it; null until this process has received it. */
  rate: { left: number; at: string } | null;
  /** Null for the moments until the desk has prepared it. */
  webhook: WebhookView | null;
  /** The data export; null where it is not set up. */
  dataExport: { url: string; fingerprint: string } | null;
}

/** No usable answer; `cause` is null where it is not known. */
export interface Unanswered {
  kind: 'unreachable';
  cause: OutageCause | null;
}

/** Which gym the key belongs to, as far as the platform's answers show it: version 2 does not name the gym of a key. */
export type GymOfKey =
  /** It knows the members of this location. Another gym of the same chain would, too. */
  { kind: 'sameMembers' } | { kind: 'untold' } | KeyDoubt;

/** Signs that a key belongs to another gym. */
export type KeyDoubt =
  /** It is in use at another location, or the platform has that one's webhook; `name` is null for one of other managers. */
  | { kind: 'otherGym'; name: string | null }
  /** It knows none of the members of this location. */
  | { kind: 'otherMembers' }
  /** The platform does not have the webhook that this location registered under the key in use. */
  | { kind: 'otherWebhooks' };

export type ApiTest =
  | {
      kind: 'answered';
      tookMs: number;
      /** Null if the platform does not report it. */
      rateLeft: number | null;
      permissions: { name: TriedPermission; state: PermissionState }[];
      gym: GymOfKey;
    }
  | { kind: 'rejected' | 'permissionMissing' | 'busy' }
  | Unanswered;

export type LegacyTest = { kind: 'answered'; tookMs: number } | { kind: 'rejected' | 'busy' } | Unanswered;

export type ExportTest =
  /** `gym`: the name of the gym that the key is for, as the platform calls it. */
  { kind: 'answered'; tookMs: number; gym: string } | { kind: 'rejected' | 'permissionMissing' | 'busy' } | Unanswered;

/** The answers to a test of all interfaces of a location; null for one that is not set up. */
export interface ConnectionTest {
  at: string;
  api: ApiTest;
  legacy: LegacyTest | null;
  dataExport: ExportTest | null;
}

/** An answer that takes longer keeps people at the counter waiting. */
export const slowAfterMs = 1_500;

/**
 * The outcome of entering an address and a key. They are stored only if the platform accepts them. `doubtful`: nothing was changed,
 * since the key may be that of another gym, and the manager is asked first.
 */
export type AccessOutcome<Doubt> =
  | { kind: 'kept' }
  | { kind: 'rejected' | 'permissionMissing' | 'busy' }
  | Unanswered
  | NotTried
  | KeyInUse
  | { kind: 'doubtful'; doubt: Doubt };

/** The platform reports which gym the key of the data export belongs to; the manager confirms that it is this one. */
export interface ExportDoubt {
  /** The gym, as the platform calls it; empty if it returns no name. */
  gym: string;
}

/** The same key is in use at another location; `name` is null for one of other managers. */
export interface KeyInUse {
  kind: 'inUseElsewhere';
  name: string | null;
}

/**
 * Nothing was sent to the entered address. `addressNotAllowed`: it is not on the internet, and the operator has not set it.
 * `tooManyAttempts`: the manager has tried too many addresses within an hour.
 */
export interface NotTried {
  kind: 'addressNotAllowed' | 'tooManyAttempts';
}
