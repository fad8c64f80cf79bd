import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { toleranceMs } from '#lib/server/base/platform-time.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type SetAside, type TapAnswer, type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { findVisit, type KnownEvent, presenceRules, readEvents } from '#lib/server/presence/events.ts';
import { findDeparture, presenceAt, wronglyCounted, wronglySetAside } from '#lib/server/presence/presence.ts';
import { presenceRemarks } from '#lib/server/verdict/decide.ts';
import { recordVisit, setAsideBy } from './record.ts';
import { isTap, left, type Remark, rewriteAnswers, withRemarks } from './rewrite-answers.ts';
import { isTapOfVisit } from './taps-of-visit.ts';

/** The member whose visits are recounted. The caller holds the visitor's lock. */
interface OfMember {
  location: Location;
  accountId: string;
}

/**
 * Judges the visits of a member again, after the desk has learned of an event at `at` (epoch milliseconds) that was not
 * known when they were judged: a tap that was set aside may turn out to be a visit of its own, and a visit that has not
 * been sent yet may turn out to be none.
 */
export async function recountAround(
  tx: Queryable,
  desk: DeskContext,
  around: OfMember & { at: number },
): Promise<void> {
  const { location, accountId, at } = around;
  const events = await readEvents(tx, desk, { location, visitor: { accountId }, at });
  await recount(tx, desk, { location, accountId, at, events });
}

/** Only the first half of {@link recountAround}: the taps that were set aside and are visits of their own. */
export async function countMissedAround(
  tx: Queryable,
  desk: DeskContext,
  { location, accountId, at }: OfMember & { at: number },
): Promise<void> {
  const events = await readEvents(tx, desk, { location, visitor: { accountId }, at });
  await countMissed(tx, desk, { location, accountId, at, events });
}

interface RecordedTap extends OfMember {
  /** All events that were known before the tap. */
  events: readonly KnownEvent[];
  recorded: { tapId: string; kind: KnownEvent['kind']; at: number };
}

/** The same after a tap has been recorded. */
export function recountWith(
  tx: Queryable,
  desk: DeskContext,
  { location, accountId, events, recorded: { tapId, kind, at } }: RecordedTap,
): Promise<void> {
  const tap = { tapId, operation: null, setAside: null };
  const recorded: KnownEvent = { kind, at, isCounted: true, isHeld: true, isTurnedDown: false, tap };
  return recount(tx, desk, { location, accountId, at, events: [...events, recorded] });
}

interface Recount extends OfMember {
  at: number;
  /** All events known around `at`. */
  events: readonly KnownEvent[];
}

async function recount(tx: Queryable, desk: DeskContext, about: Recount): Promise<void> {
  const { location } = about;
  const rules = presenceRules(location);
  const counted = await countMissed(tx, desk, about);
  for (const event of wronglyCounted(counted, rules).filter((found) => isNear(found, about))) {
    // a visit that is being sent, or was, cannot be recalled
    if (event.isHeld) await setVisitAside(tx, desk, { location, event, events: counted });
  }
}

/** @returns the events, with those that count now */
async function countMissed(tx: Queryable, desk: DeskContext, about: Recount): Promise<KnownEvent[]> {
  const { location, accountId, events } = about;
  const mayCount = (event: KnownEvent) => isOfRules(event, location) && isSurelyAfter(event, events);
  const missed = wronglySetAside(events, presenceRules(location), mayCount).filter((found) => isNear(found, about));
  for (const event of missed) await countTap(tx, desk, { location, accountId, event });
  const counted = events.map((event) => (missed.includes(event) ? { ...event, isCounted: true } : event));
  for (const event of missed) await answerRepeats(tx, { location, event, events: counted });
  return counted;
}

/** Events farther away are left as they are: what they belong to may not have been read. */
const isNear = (event: KnownEvent, { location, at }: Pick<Recount, 'location' | 'at'>): boolean =>
  Math.abs(event.at - at) < presenceRules(location).longestStayMs;

/**
 * False for a tap that was set aside while the longest stay was longer: by the rules of that day it was no visit of its
 * own.
 */
const isOfRules = ({ tap }: KnownEvent, { longestStayH }: Location): boolean =>
  (tap?.setAside?.longestStayH ?? longestStayH) <= longestStayH;

/**
 * False where an event elsewhere in the other direction precedes a tap by less than two clocks may differ. A scan on the
 * way out that follows the turnstile's departure is no return; nor is a press on the way in a departure.
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
  { location, accountId, event: { kind, at, tap } }: OfMember & { event: KnownEvent },
): Promise<void> {
  if (!tap?.setAside) return;
  const { tapId, operation, setAside } = tap;
  const { isTimeInDoubt, clock: _clock, longestStayH: _, how = null, unasked, ...by } = setAside;
  // whether the member needs admission at all is decided when the visit is sent
  const needsAdmission = kind === 'checkIn' && operation !== 'admitAnyway';
  const visitor = { accountId };
  // readEvents has converted its time to the current clock
  const time = { tappedAt: at, isTimeInDoubt, clock: desk.clockWatch.stamp() };
  await recordVisit(tx, desk, { location, tapId, ...time, visitor, kind, how, needsAdmission, unasked, by });
  await rewriteAnswers(tx, {
    location,
    which: isTap(tapId),
    rewrite: ({ setAside: _, ...answer }) => ({
      ...answer,
      decision: withRemarks(answer.decision, kind === 'checkIn' ? [] : [left(at)]),
      visitTapId: tapId,
    }),
  });
}

/** Answers the taps that remain set aside with the visit that counts by now, so that its undo undoes them as well. */
async function answerRepeats(tx: Queryable, { location, event, events }: EventAmong): Promise<void> {
  if (!event.tap) return;
  const visitTapId = event.tap.tapId;
  for (const { kind, at, tap, isCounted } of events) {
    if (isCounted || !tap || kind !== event.kind) continue;
    const counted = findCounted({ location, kind, at, events });
    if (counted?.at !== event.at) continue;
    const rewrite = (answer: TapAnswer) => ({
      ...answer,
      decision: withRemarks(answer.decision, counted.remarks),
      visitTapId,
    });
    await rewriteAnswers(tx, { location, which: isTap(tap.tapId), rewrite });
  }
}

interface EventAmong {
  location: Location;
  event: KnownEvent;
  /** All events known around it. */
  events: readonly KnownEvent[];
}

/** Deletes a visit that has not been sent from the ledger, and answers its taps with the visit that counts instead. */
async function setVisitAside(
  tx: Queryable,
  desk: DeskContext,
  { location, event: { kind, at, tap }, events }: EventAmong,
): Promise<void> {
  const others = events.filter((event) => event.tap?.tapId !== tap?.tapId);
  const counted = findCounted({ location, kind, at, events: others });
  if (!tap || !counted) return;
  const { tapId } = tap;
  const [visit] = await tx
    .delete(visits)
    .where(and(eq(visits.locationId, location.id), eq(visits.tapId, tapId), eq(visits.state, 'held')))
    .returning();
  if (!visit) return;
  const visitTapId = findVisit(events, kind, counted.at);
  await rewriteAnswers(tx, {
    location,
    which: isTapOfVisit(visit, desk),
    rewrite: (answer, answeredTapId) => ({
      ...answer,
      decision: withRemarks(answer.decision, counted.remarks),
      visitTapId,
      ...(answeredTapId === tapId && setAsideOf(visit, location)),
    }),
  });
  await notifyLive(tx, { locationId: location.id, event: 'presence' });
}

/** What a tap keeps of a visit that no longer counts; nothing for an automatic check-out. */
export function setAsideOf(visit: Visit, location: Location): Pick<TapAnswer, 'setAside'> {
  const { staffId, sentBy } = visit;
  if (staffId === null) return {};
  const about = { ...visit, unasked: unaskedOf(visit) };
  return { setAside: setAsideBy({ staffId, sentBy: sentBy ?? undefined }, about, location) };
}

function unaskedOf({ isUnasked, scannedKind: kind, scannedValue: value }: Visit): SetAside['unasked'] {
  if (!isUnasked) return undefined;
  return kind === null || value === null ? 'account' : { kind, value };
}

interface Uncounted {
  location: Location;
  kind: KnownEvent['kind'];
  at: number;
  events: readonly KnownEvent[];
}

/**
 * Finds the arrival or the departure that counts in place of one at `at`: its time, and the remarks that describe it.
 */
function findCounted({ location, kind, at, events }: Uncounted): { at: number; remarks: Remark[] } | null {
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
