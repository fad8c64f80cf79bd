import 'server-only';
import { and, eq, isNotNull, type SQL } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { toleranceMs } from '#lib/server/base/platform-time.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type TapAnswer, taps, type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { findVisit, type KnownEvent, presenceRules, readEvents } from '#lib/server/presence/events.ts';
import { findDeparture, presenceAt, wronglyCounted, wronglySetAside } from '#lib/server/presence/presence.ts';
import { presenceRemarks } from '#lib/server/verdict/decide.ts';
import { type Decision, factsOf, isRemarkOfStay, type RemarkReason, type WithNextActor } from '#lib/wire/verdict.ts';
import { recordVisit, setAsideBy } from './record.ts';
import { isTapOfVisit } from './taps-of-visit.ts';

/** Whose visits are counted anew: the caller has locked the visitor. */
interface OfMember {
  location: Location;
  accountId: string;
}

/**
 * Judges again what was judged without something that the desk has heard of since, and that happened at `at` (epoch
 * milliseconds): a tap that was set aside may be a visit of its own, and a visit that has not left may be none.
 */
export async function recountAround(tx: Queryable, desk: DeskContext, of: OfMember, at: number): Promise<void> {
  await recount(tx, desk, of, await readEvents(tx, desk, of.location, { accountId: of.accountId }, at), at);
}

/** The same after a tap was recorded. @param events all that was known before */
export function recountWith(
  tx: Queryable,
  desk: DeskContext,
  of: OfMember,
  events: readonly KnownEvent[],
  { tapId, ...recorded }: { tapId: string; kind: KnownEvent['kind']; at: number },
): Promise<void> {
  const tap = { tapId, operation: null, setAside: null };
  return recount(tx, desk, of, [...events, { ...recorded, isCounted: true, isHeld: true, tap }], recorded.at);
}

/** @param events all that is known around `at` */
async function recount(
  tx: Queryable,
  desk: DeskContext,
  of: OfMember,
  events: readonly KnownEvent[],
  at: number,
): Promise<void> {
  const rules = presenceRules(of.location);
  // of what is farther away, that which it belongs to may not have been read; and it is as it was
  const isNear = (event: KnownEvent) => Math.abs(event.at - at) < rules.longestStayMs;
  const mayCount = (event: KnownEvent) => isOfRules(event, of.location) && isSurelyAfter(event, events);
  const missed = wronglySetAside(events, rules, mayCount).filter(isNear);
  for (const event of missed) await countTap(tx, desk, of, event);
  const counted = events.map((event) => (missed.includes(event) ? { ...event, isCounted: true } : event));
  for (const event of wronglyCounted(counted, rules).filter(isNear)) {
    // what is on its way, or there, cannot be called back
    if (event.isHeld) await setVisitAside(tx, desk, of, event, counted);
  }
}

/** Not of a tap that was set aside while a stay could be longer: by the rules of its day it was none of its own. */
const isOfRules = ({ tap }: KnownEvent, { longestStayH }: Location): boolean =>
  (tap?.setAside?.longestStayH ?? longestStayH) <= longestStayH;

/**
 * Whether a tap came after whoever went the other way elsewhere before it: clocks that count as one may differ by so much. A
 * scan on the way out is told of after the turnstile's departure, and is no return; nor is a press on the way in a departure.
 */
const isSurelyAfter = ({ kind, at }: KnownEvent, events: readonly KnownEvent[]): boolean =>
  !events.some((other) => {
    const isOtherWay = other.tap === null && other.kind !== kind;
    return isOtherWay && other.at <= at && at - other.at < toleranceMs;
  });

/** Records the visit of a tap that was set aside, as it would have been recorded then. */
async function countTap(
  tx: Queryable,
  desk: DeskContext,
  { location, accountId }: OfMember,
  { kind, at, tap }: KnownEvent,
): Promise<void> {
  if (!tap?.setAside) return;
  const { tapId, operation, setAside } = tap;
  const { isTimeInDoubt, clock: _clock, longestStayH: _, ...by } = setAside;
  // of whom admission has to be asked for is seen when the visit is sent
  const needsAdmission = kind === 'checkIn' && operation !== 'admitAnyway';
  const visitor = { accountId };
  // by now its time is reckoned by the clock of now
  const time = { tappedAt: at, isTimeInDoubt, clock: desk.clockWatch.stamp() };
  await recordVisit(tx, desk, location, { tapId, ...time, visitor, kind, needsAdmission, by });
  await answerAnew(tx, location, isTap(tapId), ({ setAside: _, ...answer }) => ({
    ...answer,
    decision: withRemarks(answer.decision, kind === 'checkIn' ? [] : [left(at)]),
    visitTapId: tapId,
  }));
}

/** Takes a visit that has not left from the ledger, and answers its taps with the one that counts. */
async function setVisitAside(
  tx: Queryable,
  desk: DeskContext,
  { location }: OfMember,
  { kind, at, tap }: KnownEvent,
  events: readonly KnownEvent[],
): Promise<void> {
  const counted = findCounted(
    kind,
    at,
    events.filter((event) => event.tap?.tapId !== tap?.tapId),
    location,
  );
  if (!tap || !counted) return;
  const { tapId } = tap;
  const [visit] = await tx
    .delete(visits)
    .where(and(eq(visits.locationId, location.id), eq(visits.tapId, tapId), eq(visits.state, 'held')))
    .returning();
  if (!visit) return;
  const visitTapId = findVisit(events, kind, counted.at);
  await answerAnew(tx, location, isTapOfVisit(visit, desk), (answer, answeredTapId) => ({
    ...answer,
    decision: withRemarks(answer.decision, counted.remarks),
    visitTapId,
    ...(answeredTapId === tapId && setAsideOf(visit, location)),
  }));
  await notifyLive(tx, { locationId: location.id, event: 'presence' });
}

/** What is kept of a visit that is none by now; nothing of one that nobody made. */
export function setAsideOf(visit: Visit, location: Location): Pick<TapAnswer, 'setAside'> {
  const { staffId, sentBy } = visit;
  return staffId === null ? {} : { setAside: setAsideBy({ staffId, sentBy: sentBy ?? undefined }, visit, location) };
}

/** Of the stay, or the departure, that something at a time belongs to: when it was counted, and what is said of that. */
function findCounted(
  kind: KnownEvent['kind'],
  at: number,
  events: readonly KnownEvent[],
  location: Location,
): { at: number; remarks: Remark[] } | null {
  const rules = presenceRules(location);
  if (kind === 'checkOut') {
    const leftAt = findDeparture(at, events, rules);
    return leftAt === null ? null : { at: leftAt, remarks: [left(leftAt)] };
  }
  const presence = presenceAt(at, events, rules);
  switch (presence.kind) {
    case 'out':
      return null;
    case 'in':
      return { at: presence.since, remarks: presenceRemarks(presence) };
    case 'repeat':
      return { at: presence.checkedInAt, remarks: presenceRemarks(presence) };
  }
}

type Remark = WithNextActor<RemarkReason>;

const left = (at: number): Remark => ({ code: 'checkedOut', at: new Date(at).toISOString(), nextActor: null });

/** Says something else of where the member is. Who was let in is told that; nobody else is. */
function withRemarks(decision: Decision, remarks: Remark[]): Decision {
  if (!factsOf(decision).letsIn) return decision;
  const reasons = [...decision.reasons.filter(({ code }) => !isRemarkOfStay(code)), ...remarks];
  return { ...decision, reasons } as Decision; // safe because: remarks are reasons of every kind that lets in
}

const isTap = (tapId: string) => eq(taps.tapId, tapId);

/** Every screen that shows one of the taps hears of it. */
async function answerAnew(
  tx: Queryable,
  { id }: Location,
  which: SQL | undefined,
  anew: (answer: TapAnswer, tapId: string) => TapAnswer,
): Promise<void> {
  const answered = await tx
    .select()
    .from(taps)
    .where(and(eq(taps.locationId, id), which, isNotNull(taps.answer)))
    .for('update');
  for (const { tapId, operation, answer } of answered) {
    if (!answer) continue;
    await tx
      .update(taps)
      .set({ answer: anew(answer, tapId) })
      .where(and(eq(taps.locationId, id), isTap(tapId), eq(taps.operation, operation)));
  }
  if (answered.length > 0) await notifyLive(tx, { locationId: id, event: 'taps' });
}
