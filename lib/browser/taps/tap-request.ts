import { displayScan } from '#lib/wire/reader/card-number.ts';
import type { Stamp } from '#lib/wire/time/moment.ts';

/**
 * A card held to the reader, a member chosen or a button pressed, minted once in the page. Every attempt carries the
 * same ids.
 */
export type TapRequest = {
  tapId: string;
  /** Where it was made: a tap that waits outlives a change of location. */
  locationId: string;
  /** Who was signed in at the screen. */
  staffId: string;
  /** Epoch milliseconds by the browser's clock. */
  tappedAt: number;
  /** The same moment, and what the page knew of the desk's clock; absent where an older page kept the tap. */
  stamp?: Stamp;
} & (
  | { kind: 'lookUp'; source: 'scan' | 'typed'; value: string }
  /** A match of the directory: the account id, and the name for the screen; null after a reload, which keeps no names. */
  | { kind: 'lookUp'; source: 'chosen'; value: string; name: string | null }
  | { kind: 'checkIn' | 'checkOut'; accountId: string }
  | { kind: 'admitAnyway'; accountId: string; reason: string }
);

export type LookUpRequest = Extract<TapRequest, { kind: 'lookUp' }>;
/** A look-up of what a reader read or a person typed. */
export type ReadRequest = Extract<LookUpRequest, { source: 'scan' | 'typed' }>;

/** What a look-up is called on the screen while it is under way; null where nobody knows any more who was chosen. */
export const lookedUp = (request: LookUpRequest): string | null =>
  request.source === 'chosen' ? request.name : request.value;

/** The same for people. Card numbers that need no settings of the location to be read are written as the desk's answer writes them. */
export function shownOf(request: LookUpRequest): string {
  return displayScan(lookedUp(request) ?? '');
}
