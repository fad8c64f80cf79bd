import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { refuseErasedScan } from '#lib/server/base/forgotten-scans.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { TapAnswer } from '#lib/server/db/schema/visits.ts';
import type { Unavailable } from '#lib/server/gym-api/errors.ts';
import type { Found } from '#lib/server/lookup/find-member.ts';
import { findCheckIn, presenceRules, readEvents, type Visitor } from '#lib/server/presence/events.ts';
import { presenceAt } from '#lib/server/presence/presence.ts';
import { answerNobody } from '#lib/server/verdict/answer-nobody.ts';
import { decideUnrecognised } from '#lib/server/verdict/decide.ts';
import { lockVisitor } from '#lib/server/visits/record.ts';
import { answerUnknown, startAnswer } from './answer-arrival.ts';
import type { Arrival } from './arrival.ts';
import { hasGoneIn } from './at-counter.ts';
import { recordArrival, setAside } from './record-arrival.ts';

/** Nobody could be asked who it is: reception decides, and the visit waits for an answer. */
export async function decideAndRecordUnrecognised(
  tx: Queryable,
  desk: DeskContext,
  arrival: Arrival,
  unavailable: Unavailable,
): Promise<TapAnswer> {
  const { lookupKey, location } = arrival;
  const visitor: Visitor =
    lookupKey.kind === 'accountId'
      ? { accountId: lookupKey.value }
      : { accountId: null, kind: lookupKey.kind, value: lookupKey.value };
  await lockUnidentified(tx, desk, { arrival, visitor });
  const events = await readEvents(tx, desk, { location, visitor, at: arrival.tappedAt });
  const presence = presenceAt(arrival.tappedAt, events, presenceRules(location));
  const comesIn = presence.kind === 'out' && arrival.intent !== 'show';
  // possibly a corporate member: whether admission is needed is known once the platform identifies the visitor
  const needsAdmission = arrival.intent !== 'override';
  if (comesIn) await recordArrival(tx, desk, { arrival, events, about: { visitor, needsAdmission } });
  return {
    ...startAnswer(arrival),
    ...(presence.kind !== 'out' && setAside(desk, arrival)),
    decision: decideUnrecognised(unavailable, presence),
    visitTapId: comesIn ? arrival.tapId : findCheckIn(events, presence),
  };
}

/**
 * Nobody was found. Who has gone in meanwhile has a visit all the same, like one of an unknown card in an outage: the ledger asks once
 * more, and then a manager settles it.
 */
export async function decideAndRecordUnknown(
  tx: Queryable,
  desk: DeskContext,
  arrival: Arrival,
  found: Extract<Found, { kind: 'unknown' }>,
): Promise<TapAnswer> {
  const { lookupKey, location, tappedAt } = arrival;
  const answer = answerUnknown(arrival, found);
  if (found.isOfStaff || lookupKey.kind === 'accountId') return answer;
  const visitor: Visitor = { accountId: null, kind: lookupKey.kind, value: lookupKey.value };
  // also where nobody has come in: the answer, which is kept, names what was scanned
  await lockUnidentified(tx, desk, { arrival, visitor });
  if (!hasGoneIn(arrival, desk.clock())) return answer;
  const events = await readEvents(tx, desk, { location, visitor, at: tappedAt });
  const presence = presenceAt(tappedAt, events, presenceRules(location));
  const comesIn = presence.kind === 'out';
  if (comesIn) await recordArrival(tx, desk, { arrival, events, about: { visitor, needsAdmission: true } });
  const late = answerNobody(found.reason, { hasVisit: true, letInAt: answer.tappedAt });
  return { ...answer, ...late, visitTapId: comesIn ? arrival.tapId : findCheckIn(events, presence) };
}

/** Locks a visitor whom nobody has identified. @throws ActionFailure `notFound` for a scan of a member who was erased since */
async function lockUnidentified(
  tx: Queryable,
  desk: DeskContext,
  { arrival: { location, tappedAt }, visitor }: { arrival: Arrival; visitor: Visitor },
): Promise<void> {
  const { id: locationId } = location;
  await lockVisitor(tx, { locationId, visitor });
  if (visitor.accountId !== null) return;
  await refuseErasedScan(tx, desk, { locationId, scan: visitor, since: new Date(tappedAt) });
}
