import { displayScan } from '#lib/wire/reader/card-number.ts';
import type { Stamp } from '#lib/wire/time/moment.ts';

/**
 * A card held to the reader, a member chosen or a button pressed. Its ids are created once in the page; every retry
 * carries the same ones.
 */
export type TapRequest = {
  tapId: string;
  /** The location of the tap: a waiting tap outlives a change of location. */
  locationId: string;
  /** The user who was signed in at the screen. */
  staffId: string;
  /** Epoch milliseconds by the browser's clock. */
  tappedAt: number;
  /** The same moment, with the page's offset to the desk's clock; absent in taps that an older page stored. */
  stamp?: Stamp;
} & (
  | {
      kind: 'lookUp';
      source: 'scan' | 'typed';
      value: string;
      /** See `lookUpInput`. */
      isHeld?: boolean;
    }
  /** A match of the directory: account id, and name for the screen. Names are not stored: null after a reload. */
  | { kind: 'lookUp'; source: 'chosen'; value: string; name: string | null }
  | {
      kind: 'checkIn';
      accountId: string;
      /** See `checkInInput`. */
      scanTapId?: string;
    }
  | { kind: 'checkOut'; accountId: string }
  | { kind: 'admitAnyway'; accountId: string; reason: string }
);

/** Where a value comes from: a reader, the keyboard, or a card held to the device itself. */
export type ReadSource = 'scan' | 'typed' | 'held';

export type LookUpRequest = Extract<TapRequest, { kind: 'lookUp' }>;
/** A look-up of what a reader read or a person typed. */
export type ReadRequest = Extract<LookUpRequest, { source: 'scan' | 'typed' }>;

/** The label of a look-up in flight; null for a chosen member whose name a reload has dropped. */
export const lookedUp = (request: LookUpRequest): string | null =>
  request.source === 'chosen' ? request.name : request.value;

/** The label as text for users. Card numbers that need no reader profile are formatted as in the desk's response. */
export function shownOf(request: LookUpRequest): string {
  return displayScan(lookedUp(request) ?? '');
}
