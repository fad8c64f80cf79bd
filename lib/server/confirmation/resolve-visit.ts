import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Visit } from '#lib/server/db/schema/visits.ts';
import { isCorporate, type Member } from '#lib/server/directory/member.ts';
import type { Unavailable } from '#lib/server/gym-api/errors.ts';
import type { Urgency } from '#lib/server/gym-api/rate-limiter.ts';
import { type Admission, askAdmission } from '#lib/server/lookup/ask-admission.ts';
import { findMember } from '#lib/server/lookup/find-member.ts';
import type { LookupKey } from '#lib/server/lookup/lookup-key.ts';
import { isForbiddenForGood } from '#lib/server/visits/ledger.ts';
import type { UnknownReason } from '#lib/wire/verdict.ts';

/** What the platform answers after the scan about the member of a visit and their admission. */
export type Resolution =
  | { kind: 'member'; member: Member; admission: Admission }
  | { kind: 'unknown'; reason: UnknownReason }
  /** `member`: identified by now, while admission is still open. */
  | { kind: 'waiting'; because: Unavailable['because']; member: Member | null }
  /** The platform accepts the key but has forbidden the request itself for long enough to be final. */
  | { kind: 'forbidden'; member: Member | null };

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
      return waiting(context.desk, { visit, unavailable: found.unavailable, member: null });
    case 'member': {
      const { member, unavailable } = found;
      if (unavailable) return waiting(context.desk, { visit, unavailable, member: null });
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
  if (admission.kind === 'unavailable') return waiting(context.desk, { visit, unavailable: admission, member });
  return { kind: 'member', member, admission };
}

function waiting(
  { clock }: Pick<DeskContext, 'clock'>,
  { visit, unavailable, member }: { visit: Visit; unavailable: Unavailable; member: Member | null },
): Resolution {
  const isForbidden = unavailable.because === 'failed' && unavailable.status === 403;
  if (isForbidden && isForbiddenForGood(visit, clock())) return { kind: 'forbidden', member };
  return { kind: 'waiting', because: unavailable.because, member };
}

function lookupKeyOf({ accountId, isUnasked, scannedKind, scannedValue }: Visit): LookupKey {
  const isCardAsked = isUnasked && scannedKind !== null;
  if (accountId !== null && !isCardAsked) return { kind: 'accountId', value: accountId };
  if (scannedKind === null || scannedValue === null)
    throw new Error('A visit has neither a member nor a scanned value.');
  return { kind: scannedKind, value: scannedValue };
}
