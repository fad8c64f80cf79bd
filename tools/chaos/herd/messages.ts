import type { TapPlace } from '#lib/browser/taps/new-tap.ts';
import type { Member } from '#tools/chaos/members.ts';

/** A window at a counter, and the member who comes there during the outage. */
export interface HerdWindow {
  place: TapPlace;
  /** The session of its staff member, as a browser sends it. */
  cookie: string;
  comes: Member;
  /** Whether the same member leaves again before the desk is back. */
  leaves: boolean;
}

export interface HerdOrder {
  deskUrl: string;
  windows: readonly HerdWindow[];
}

/** The purpose of a request. */
export type AskedKind = 'tap' | 'stream' | 'list' | 'clock' | 'other';

/** Messages from a process of windows. Times are epoch milliseconds. */
export type FromHerd =
  | { tell: 'made'; tapId: string; accountId: string; kind: 'checkIn' | 'checkOut'; happenedAt: number }
  | { tell: 'ready' }
  /** `refusal` as for a window. */
  | { tell: 'answered'; tapId: string; refusal: string | null; at: number }
  /** The result of a request; `status` is null without a response. */
  | { tell: 'asked'; kind: AskedKind; status: number | null; at: number }
  /** A window has its stream, all its lists and an empty outbox. `window`: its index. */
  | { tell: 'recovered'; window: number; at: number };
