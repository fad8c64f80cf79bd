import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Visit } from '#lib/server/db/schema/visits.ts';
import { isCorporate, type Member } from '#lib/server/directory/member.ts';
import type { Unavailable } from '#lib/server/gym-api/errors.ts';
import { pinging } from '#lib/server/gym-api/ping.ts';
import type { Urgency } from '#lib/server/gym-api/rate-limiter.ts';
import { type Admission, askAdmission } from '#lib/server/lookup/ask-admission.ts';
import { findMember } from '#lib/server/lookup/find-member.ts';
import type { LookupKey } from '#lib/server/lookup/lookup-key.ts';
import { timeOfVisit } from '#lib/server/presence/clock-of-now.ts';
import { hasFailedEnough, isFailingAlone } from '#lib/server/visits/ledger.ts';
import type { UnknownReason } from '#lib/wire/verdict.ts';
import { findRepeated } from './find-repeated.ts';

/** What the platform answers after the scan about the member of a visit and their admission. */
export type Resolution =
  | { kind: 'member'; member: Member; admission: Admission }
  /** `accountId`: of a former member, where it is known. */
  | { kind: 'unknown'; reason: UnknownReason; accountId: string | null }
  /** `member`: identified by now, while admission is still open. */
  | { kind: 'waiting'; unavailable: Unavailable; member: Member | null }
  /** The platform answers other requests, and has refused this one, `because` of a code, for long enough to be final. */
  | { kind: 'refused'; because: string; unavailable: Unavailable; member: Member | null };

interface OpenVisit {
  visit: Visit;
  urgency: Exclude<Urgency, 'interactive'>;
}

/** What one round of questions found: `unavailable` where one of them remains open. */
type Found = Extract<Resolution, { kind: 'member' | 'unknown' }> | Open;

interface Open {
  kind: 'open';
  unavailable: Unavailable;
  member: Member | null;
}

/**
 * Asks the platform for the member of a visit and, where it is still open, for admission. A visit must not wait without
 * end for an answer about it alone: it would hold up all later visits of the member.
 */
export async function resolveVisit(context: LocationContext, open: OpenVisit): Promise<Resolution> {
  const found = await ask(context, open);
  if (found.kind !== 'open' || !hasFailedEnough(open.visit, context.desk.clock())) return resolutionOf(found);
  const { unavailable, member } = found;
  switch (unavailable.because) {
    case 'failed':
      if (unavailable.refusal !== undefined)
        return { kind: 'refused', because: unavailable.refusal, unavailable, member };
      return refuseIfProven(context, open, found);
    case 'slow':
    case 'unreadable':
      return refuseIfProven(context, open, found);
    case 'unreachable':
    case 'busy':
    case 'keyRejected':
    case 'permissionMissing':
      return resolutionOf(found);
  }
}

/** Refuses the visit where the platform answers another request, and this one still as before. */
async function refuseIfProven(context: LocationContext, open: OpenVisit, found: Open): Promise<Resolution> {
  // an outage may have ended since the visit was claimed, or may only be ending
  if (!(await isFailingAlone(context, open.visit))) return resolutionOf(found);
  // another server in place of the platform may give any request this answer
  const other = await context.desk.gymClientOf(context.actor.location).ask(pinging(open.urgency));
  if (!other.ok) return resolutionOf(found);
  // it may have been gone since the first question
  const again = await ask(context, open);
  const { because } = found.unavailable;
  if (again.kind !== 'open' || again.unavailable.because !== because) return resolutionOf(again);
  return { kind: 'refused', because, unavailable: again.unavailable, member: again.member };
}

const resolutionOf = (found: Found): Resolution => (found.kind === 'open' ? { ...found, kind: 'waiting' } : found);

async function ask(context: LocationContext, { visit, urgency }: OpenVisit): Promise<Found> {
  const foundAt = new Date(context.desk.clock());
  const found = await findMember(context, { lookupKey: lookupKeyOf(visit), urgency });
  switch (found.kind) {
    case 'unknown':
      return found;
    case 'unrecognised':
      return { kind: 'open', unavailable: found.unavailable, member: null };
    case 'member': {
      const { member, unavailable } = found;
      if (unavailable) return { kind: 'open', unavailable, member: null };
      return askForAdmission(context, { visit, member, foundAt, urgency });
    }
  }
}

async function askForAdmission(
  context: LocationContext,
  { visit, member, foundAt, urgency }: OpenVisit & { member: Member; foundAt: Date },
): Promise<Found> {
  const notAsked = { kind: 'member', member, admission: { kind: 'notAsked' } } as const;
  const isAdmissionOpen = visit.needsAdmission && visit.kind === 'checkIn' && isCorporate(member);
  if (!isAdmissionOpen) return notAsked;
  // the platform logs each granted admission, so it is not asked for a member who is in already, unless it has refused that visit
  const { desk, actor } = context;
  const isOfOther = member.accountId !== visit.accountId;
  const repeated = isOfOther
    ? await findRepeated(desk.db, desk, { location: actor.location, visit, owner: member })
    : null;
  if (repeated && !repeated.turnedDown) return notAsked;
  const { accountId, membershipId } = member;
  const arrival = repeated?.turnedDown ?? {
    tapId: visit.tapId,
    arrivedAt: new Date(timeOfVisit({ desk, actor }, visit)),
  };
  const asked = { accountId, membershipId, ...arrival, occasion: 'later', foundAt, urgency } as const;
  const admission = await askAdmission(context, asked);
  // a repeated scan has no visit once its member is known, and nobody would ask again
  if (admission.kind === 'unavailable')
    return { kind: 'open', unavailable: admission, member: repeated ? null : member };
  return { kind: 'member', member, admission };
}

/** Whether the platform is asked whose the card of a visit is, although the desk's directory has named a member. */
export const isCardAsked = ({ isUnasked, scannedKind }: Visit): boolean => isUnasked && scannedKind !== null;

function lookupKeyOf(visit: Visit): LookupKey {
  const { accountId, scannedKind, scannedValue } = visit;
  if (accountId !== null && !isCardAsked(visit)) return { kind: 'accountId', value: accountId };
  if (scannedKind === null || scannedValue === null)
    throw new Error('A visit has neither a member nor a scanned value.');
  return { kind: scannedKind, value: scannedValue };
}
