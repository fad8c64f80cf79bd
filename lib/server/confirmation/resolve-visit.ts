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
import { hasWaitedEnough } from '#lib/server/visits/ledger.ts';
import type { UnknownReason } from '#lib/wire/verdict.ts';

/** What the platform answers after the scan about the member of a visit and their admission. */
export type Resolution =
  | { kind: 'member'; member: Member; admission: Admission }
  | { kind: 'unknown'; reason: UnknownReason }
  /** `member`: identified by now, while admission is still open. */
  | { kind: 'waiting'; because: Unavailable['because']; member: Member | null }
  /** The platform answers other requests, and has refused this one for long enough to be final. */
  | { kind: 'refused'; because: string; member: Member | null };

interface OpenVisit {
  visit: Visit;
  urgency: Exclude<Urgency, 'interactive'>;
}

/** Asks the platform for the member of a visit and, where it is still open, for admission. */
export async function resolveVisit(context: LocationContext, { visit, urgency }: OpenVisit): Promise<Resolution> {
  const foundAt = new Date(context.desk.clock());
  const found = await findMember(context, { lookupKey: lookupKeyOf(visit), urgency });
  switch (found.kind) {
    case 'unknown':
      return found;
    case 'unrecognised':
      return afterFailure(context, { visit, unavailable: found.unavailable, member: null, urgency });
    case 'member': {
      const { member, unavailable } = found;
      if (unavailable) return afterFailure(context, { visit, unavailable, member: null, urgency });
      return resolveMember(context, { visit, member, foundAt, urgency });
    }
  }
}

async function resolveMember(
  context: LocationContext,
  { visit, member, foundAt, urgency }: OpenVisit & { member: Member; foundAt: Date },
): Promise<Resolution> {
  const isAdmissionOpen = visit.needsAdmission && visit.kind === 'checkIn' && isCorporate(member);
  if (!isAdmissionOpen) return { kind: 'member', member, admission: { kind: 'notAsked' } };
  const { accountId } = member;
  const admission = await askAdmission(context, { accountId, tapId: visit.tapId, foundAt, urgency });
  if (admission.kind === 'unavailable')
    return afterFailure(context, { visit, unavailable: admission, member, urgency });
  return { kind: 'member', member, admission };
}

/** A visit must not wait without end for an answer about it alone: it would hold up all later visits of the member. */
async function afterFailure(
  context: LocationContext,
  { visit, unavailable, member, urgency }: OpenVisit & { unavailable: Unavailable; member: Member | null },
): Promise<Resolution> {
  const { because } = unavailable;
  const refusal = hasWaitedEnough(visit, context.desk.clock())
    ? await findRefusal(context, { unavailable, urgency })
    : null;
  return refusal === null ? { kind: 'waiting', because, member } : { kind: 'refused', because: refusal, member };
}

/** @returns null where the platform, or another server in its place, may give any request this answer */
async function findRefusal(
  { desk, actor }: LocationContext,
  { unavailable, urgency }: { unavailable: Unavailable; urgency: Urgency },
): Promise<string | null> {
  switch (unavailable.because) {
    case 'failed':
      return unavailable.refusal ?? null;
    case 'unreadable': {
      const other = await desk.gymClientOf(actor.location).ask(pinging(urgency));
      return other.ok ? unavailable.because : null;
    }
    case 'slow':
    case 'unreachable':
    case 'busy':
    case 'keyRejected':
    case 'permissionMissing':
      return null;
  }
}

function lookupKeyOf({ accountId, isUnasked, scannedKind, scannedValue }: Visit): LookupKey {
  const isCardAsked = isUnasked && scannedKind !== null;
  if (accountId !== null && !isCardAsked) return { kind: 'accountId', value: accountId };
  if (scannedKind === null || scannedValue === null)
    throw new Error('A visit has neither a member nor a scanned value.');
  return { kind: scannedKind, value: scannedValue };
}
