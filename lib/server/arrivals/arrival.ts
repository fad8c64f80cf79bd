import type { Actor } from '#lib/server/base/actor.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { Member } from '#lib/server/directory/member.ts';
import type { Unavailable } from '#lib/server/gym-api/errors.ts';
import type { Admission } from '#lib/server/lookup/ask-admission.ts';
import type { Found } from '#lib/server/lookup/find-member.ts';
import { type LookupKey, scannedOf } from '#lib/server/lookup/lookup-key.ts';
import type { Visitor } from '#lib/server/presence/events.ts';
import type { TapTime } from '#lib/server/taps/tap-time.ts';
import type { ScannedValue } from '#lib/wire/verdict.ts';
import type { VisitMeans } from '#lib/wire/visits.ts';

interface AtTheCounter extends TapTime {
  location: Location;
  tapId: string;
  lookupKey: LookupKey;
  /** Null where staff chose the member from the directory. */
  scanned: ScannedValue | null;
  /** Null where that is no longer known. */
  how: VisitMeans | null;
}

/**
 * A person at the counter who wants to come in.
 * - `show`: a scan at a location where check-in is a separate button
 * - `scan`: a scan that checks in, unless a note has to be read first
 * - `checkIn`: the check-in button
 * - `override`: admitted despite a refusal; the platform is not asked for admission again
 */
export type Arrival = AtTheCounter &
  (
    | { intent: 'show'; by: Actor | null }
    | { intent: 'scan' | 'override'; by: Actor }
    /** `pressedFor`: the account beside the button; the scanned card may be another member's by now. */
    | { intent: 'checkIn'; by: Actor; pressedFor: string }
  );

/** The answer of the platform, or of the desk's directory while the platform is unreachable. */
export interface LookupResult {
  found: Found;
  admission: Admission;
  unavailable: Unavailable | null;
}

/** The visitor of an arrival once the member is known: also visits that were recorded for the card alone are theirs. */
export const visitorOf = ({ accountId }: Member, { lookupKey }: Arrival): Visitor => ({
  accountId,
  scanned: scannedOf(lookupKey),
});
