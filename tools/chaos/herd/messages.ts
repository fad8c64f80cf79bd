import type { TapPlace } from '#lib/browser/taps/new-tap.ts';
import type { Member } from '#tools/chaos/members.ts';

/** A window at a counter, and who comes there during the outage. */
export interface HerdWindow {
  place: TapPlace;
  /** The session of whoever works there, as a browser sends it. */
  cookie: string;
  comes: Member;
  /** Whether the same member leaves again before the desk is back. */
  leaves: boolean;
}

export interface HerdOrder {
  deskUrl: string;
  windows: readonly HerdWindow[];
}

/** What a request is for. */
export type AskedKind = 'tap' | 'stream' | 'list' | 'clock' | 'other';

/** What a process of windows tells. Moments are epoch milliseconds. */
export type FromHerd =
  | { tell: 'made'; tapId: string; accountId: string; kind: 'checkIn' | 'checkOut'; happenedAt: number }
  | { tell: 'ready' }
  /** `refusal` as a window's. */
  | { tell: 'answered'; tapId: string; refusal: string | null; at: number }
  /** How a request ended; `status` null where nobody answered. */
  | { tell: 'asked'; kind: AskedKind; status: number | null; at: number }
  /** A window has its stream, all its lists and no tap that waits. `window`: its place in the order. */
  | { tell: 'whole'; window: number; at: number };
