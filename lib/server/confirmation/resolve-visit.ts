import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
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

/** Asks the platform for the member of a visit and, where it is still open, for admission. */
export async function resolveVisit(
  { desk, actor: { location } }: LocationContext,
  { visit, urgency }: { visit: Visit; urgency: Exclude<Urgency, 'interactive'> },
): Promise<Resolution> {
  const found = await findMember({ desk, actor: { location } }, { lookupKey: lookupKeyOf(visit), urgency });
  switch (found.kind) {
    case 'unknown':
      return found;
    case 'unrecognised':
      return waiting(desk, visit, found.unavailable, null);
    case 'member':
      if (found.unavailable) return waiting(desk, visit, found.unavailable, null);
      return resolveMember(desk, location, visit, found.member, urgency);
  }
}

async function resolveMember(
  desk: DeskContext,
  location: Location,
  visit: Visit,
  member: Member,
  urgency: Exclude<Urgency, 'interactive'>,
): Promise<Resolution> {
  const isAdmissionOpen = visit.needsAdmission && visit.kind === 'checkIn' && isCorporate(member);
  if (!isAdmissionOpen) return { kind: 'member', member, admission: { kind: 'notAsked' } };
  const admission = await askAdmission({ desk, actor: { location } }, { accountId: member.accountId, urgency });
  if (admission.kind === 'unavailable') return waiting(desk, visit, admission, member);
  return { kind: 'member', member, admission };
}

function waiting(
  { clock }: Pick<DeskContext, 'clock'>,
  visit: Visit,
  unavailable: Unavailable,
  member: Member | null,
): Resolution {
  const isForbidden = unavailable.because === 'failed' && unavailable.status === 403;
  if (isForbidden && isForbiddenForGood(visit, clock())) return { kind: 'forbidden', member };
  return { kind: 'waiting', because: unavailable.because, member };
}

function lookupKeyOf({ accountId, scannedKind, scannedValue }: Visit): LookupKey {
  if (accountId !== null) return { kind: 'accountId', value: accountId };
  if (scannedKind === null || scannedValue === null)
    throw new Error('A visit has neither a member nor a scanned value.');
  return { kind: scannedKind, value: scannedValue };
}
