import type { TapPlace } from '#lib/browser/taps/new-tap.ts';
import type { TapRequest } from '#lib/browser/taps/tap-request.ts';
import type { VisitKind } from './compare.ts';
import type { Member } from './members.ts';

/** The settings of a new window. */
export interface WindowSettings {
  /** The destination of its requests. */
  deskUrl: string;
  /** The session, as a browser would send it. */
  cookie: string;
  place: TapPlace;
  /** How far its clock is ahead. */
  clockAheadMs: number;
  /** The taps that the previous window left in the browser. */
  stored: readonly TapRequest[];
}

export interface TapWish {
  kind: VisitKind;
  member: Member;
  /** How long ago it was made, by a page that was closed since without having reached the desk; 0 if absent. */
  agoMs?: number;
  /** The member is found by name, instead of by the card. */
  isByName?: boolean;
}

export type ToWindow = ({ do: 'tap' } & TapWish) | { do: 'setClock'; aheadMs: number } | { do: 'close' };

export type FromWindow =
  /** `happenedAt`: by the machine's clock. */
  | { tell: 'made'; tapId: string; kind: VisitKind; accountId: string; happenedAt: number }
  /** An attempt. `errorMs`: how exactly the page knows the desk's clock, half a round trip. */
  | { tell: 'sending'; tapId: string; errorMs: number }
  /**
   * `refusal`: why it does not count; null if the desk has accepted it. `isConfirmed`: whether the platform confirmed
   * it.
   */
  | { tell: 'answered'; tapId: string; refusal: string | null; isConfirmed: boolean }
  | { tell: 'closed'; stored: TapRequest[] };
