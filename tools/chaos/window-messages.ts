import type { TapPlace } from '#lib/browser/taps/new-tap.ts';
import type { TapRequest } from '#lib/browser/taps/tap-request.ts';
import type { VisitKind } from './compare.ts';
import type { Member } from './members.ts';

/** What a window is opened with. */
export interface WindowSettings {
  /** Where its requests go. */
  deskUrl: string;
  /** The session, as a browser would send it. */
  cookie: string;
  place: TapPlace;
  /** How far its clock is ahead. */
  clockAheadMs: number;
  /** What the window before it left in the browser. */
  stored: readonly TapRequest[];
}

export interface TapWish {
  kind: VisitKind;
  member: Member;
  /** How long ago it was made, by a page that was closed since without having reached the desk; 0 where absent. */
  agoMs?: number;
  /** A member who comes is found by name, instead of by the card. */
  isByName?: boolean;
}

export type ToWindow = ({ do: 'tap' } & TapWish) | { do: 'setClock'; aheadMs: number } | { do: 'close' };

export type FromWindow =
  /** `happenedAt`: by the clock of the machine. */
  | { tell: 'made'; tapId: string; kind: VisitKind; accountId: string; happenedAt: number }
  /** `refusal`: why it does not count; null where the desk has taken it. `isConfirmed`: whether the platform was asked. */
  | { tell: 'answered'; tapId: string; refusal: string | null; isConfirmed: boolean }
  | { tell: 'closed'; stored: TapRequest[] };
