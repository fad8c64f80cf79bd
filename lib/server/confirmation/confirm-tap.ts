import 'server-only';
import { and, eq, inArray, is, isNull, ne, not, or, sql, TransactionRollbackError } from 'drizzle-orm';
import type { Arrival, LookupResult } from '#lib/server/arrivals/arrival.ts';
import { decideAndRecordArrival } from '#lib/server/arrivals/arrive.ts';
import { askTurnedDown } from '#lib/server/arrivals/ask-turned-down.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { isErasedSince } from '#lib/server/base/forgotten.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { requireLocation } from '#lib/server/base/locations.ts';
import type { VisitKey } from '#lib/server/base/queues.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type TapAnswer, taps, visits } from '#lib/server/db/schema/visits.ts';
import { askForMember } from '#lib/server/lookup/find-member.ts';
import { lookupKeyAgain } from '#lib/server/lookup/lookup-key.ts';
import { byClockOfNow, clockOfNow } from '#lib/server/presence/clock-of-now.ts';
import { fillClocks } from '#lib/server/presence/fill-clocks.ts';
import { recountAround } from '#lib/server/visits/recount.ts';
import { isAnswerOpen } from '#lib/server/visits/taps-of-visit.ts';
import type { ScannedValue } from '#lib/wire/verdict.ts';
import type { VisitMeans } from '#lib/wire/visits.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { hasOwnCard, isStillOpen } from './confirm-answers.ts';

/** After that, the member is no longer at the counter. */
const worthwhileMs = 10 * 60_000;
const shortestWaitMs = 2_000;
const longestWaitMs = 60_000;

/**
 * Asks the platform again about a tap that could not be confirmed and has recorded no visit of its own: at locations
 * where check-in takes a press, or of a member who was in already. A tap that found an unconfirmed visit is answered
 * together with that visit; by another card, only if that is the member's as well. Without an answer, it is retried with increasing
 * delays for ten minutes, and as long as the answer is kept where a card was taken for that of a member who was in.
 */
export async function confirmTap(desk: DeskContext, { locationId, tapId }: VisitKey): Promise<void> {
  const open = await readOpen(desk.db, { locationId, tapId });
  if (!open) return;
  const location = await requireLocation(desk.db, locationId);
  const hasOpenVisit = open.visitTapId !== null && (await isStillOpen(desk.db, { locationId, tapId: open.visitTapId }));
  if (hasOpenVisit && !(await isByOwnCard(desk.db, locationId, open))) return;
  const askedAt = new Date(desk.clock());
  const arrival = arrivalOf(desk, location, tapId, open);
  const found = await askForMember(
    { desk, actor: { location } },
    { lookupKey: arrival.lookupKey, urgency: 'background' },
  );
  const unavailable = found.kind === 'unknown' ? null : found.unavailable;
  if (unavailable) return retryLater(desk, { locationId, tapId }, open);
  const isSame = found.kind === 'member' && found.member.accountId === open.accountId;
  if (hasOpenVisit && isSame) return leaveToVisit(desk.db, { locationId, tapId });
  const admission =
    found.kind === 'member'
      ? await askTurnedDown(desk, { arrival, member: found.member, foundAt: askedAt })
      : ({ kind: 'notAsked' } as const);
  if (admission.kind === 'unavailable') return retryLater(desk, { locationId, tapId }, open);
  await fillClocks({ desk, actor: { location } }, open.setAside?.clock);
  const lookup: LookupResult = { found, admission, unavailable };
  await rewriteAnswer(desk, { arrival, open, lookup, askedAt });
}

/** Whether a tap that found a visit was by another card than the visit, which may be settled or deleted without an answer for this card. */
async function isByOwnCard(db: Queryable, locationId: string, open: TapAnswer): Promise<boolean> {
  const { scannedKind, scannedValue } = visits;
  const [visit] = await db.select({ scannedKind, scannedValue }).from(visits).where(isVisitOf(locationId, open));
  return visit !== undefined && hasOwnCard(open, visit);
}

const isVisitOf = (locationId: string, { visitTapId }: TapAnswer) =>
  and(eq(visits.locationId, locationId), sql`${visits.tapId} = ${visitTapId}`);

/** The answer of the row, which may have changed since it was read, once the platform has said whose scan it was. */
const asked = sql`(${taps.answer} #- '{setAside,unasked}')`;

/** The card is the member's: the tap is answered with the visit that it found. */
async function leaveToVisit(db: Queryable, key: VisitKey): Promise<void> {
  await db.update(taps).set({ answer: asked }).where(isOpen(key));
}

interface LookedUpTap {
  arrival: Arrival;
  /** The answer so far. */
  open: TapAnswer;
  lookup: LookupResult;
  askedAt: Date;
}

async function rewriteAnswer(desk: DeskContext, { arrival, open, lookup, askedAt }: LookedUpTap): Promise<void> {
  const { location, tapId, tappedAt } = arrival;
  const rewriting = desk.db.transaction(async (tx) => {
    // the time that was shown stays
    const { tappedAt: _, ...answer } = await decideAndRecordArrival(tx, desk, { arrival, lookup });
    const { accountId } = answer;
    const locationId = location.id;
    // what staff have taken back does not count by a repeated scan either
    const isUndone = and(isVisitOf(locationId, open), eq(visits.state, 'undone'));
    if (accountId !== null && accountId === open.accountId && (await tx.$count(visits, isUndone)) > 0) tx.rollback();
    const mayAnswer = accountId === null ? undefined : not(isErasedSince({ locationId, accountId, since: askedAt }));
    const answered = await tx
      .update(taps)
      .set({ answer: sql`${asked} || ${JSON.stringify(answer)}::jsonb` })
      .where(and(isOpen({ locationId, tapId }), mayAnswer))
      .returning({ tapId: taps.tapId });
    // voided, pressed or erased meanwhile: a refusal must not stay either
    if (answered.length === 0) tx.rollback();
    await notifyLive(tx, { locationId, event: 'taps' });
    if (open.setAside && accountId !== null) await recountAround(tx, desk, { location, accountId, at: tappedAt });
  });
  await rewriting.catch((error: unknown) => {
    if (!is(error, TransactionRollbackError)) throw error;
  });
}

/** A card of which the platform has not said whose it is: if another member's, it is a visit which no row of the ledger asks for. */
const hasCardToAsk = ({ setAside }: TapAnswer): boolean => typeof setAside?.unasked === 'object';

async function retryLater(desk: DeskContext, key: VisitKey, open: TapAnswer): Promise<void> {
  const now = desk.clock();
  const age = now - Date.parse(open.tappedAt);
  const isAtCounter = age <= worthwhileMs;
  if (!isAtCounter && !hasCardToAsk(open)) return;
  const waitMs = Math.min(Math.max(age / 2, shortestWaitMs), isAtCounter ? longestWaitMs : hourMs);
  await desk.confirmationQueue.enqueue(desk.db, [key], new Date(now + waitMs));
}

async function readOpen(db: Queryable, key: VisitKey): Promise<TapAnswer | null> {
  const [open] = await db.select({ answer: taps.answer }).from(taps).where(isOpen(key));
  return open?.answer ?? null;
}

/** Holds for an unconfirmed tap that has recorded no visit. */
function isOpen({ locationId, tapId }: VisitKey) {
  const visitTapId = sql<string | null>`${taps.answer} ->> 'visitTapId'`;
  return and(
    eq(taps.locationId, locationId),
    eq(taps.tapId, tapId),
    inArray(taps.operation, ['lookUp', 'checkIn']),
    isAnswerOpen,
    or(isNull(visitTapId), ne(visitTapId, tapId)),
  );
}

/** The arrival that is judged again: one that was set aside at its time by the clock as it is now, another, which records nothing, as written. */
const arrivalOf = (
  desk: DeskContext,
  location: Location,
  tapId: string,
  { tappedAt, scanned, accountId, visitTapId, setAside }: TapAnswer,
): Arrival => ({
  location,
  tapId,
  scanned,
  tappedAt: byClockOfNow(Date.parse(tappedAt), setAside?.clock, clockOfNow({ desk, actor: { location } })),
  isTimeInDoubt: false,
  clock: null,
  // who is in by an earlier scan is not turned away
  how: visitTapId === null ? meansOf(scanned) : null,
  intent: 'show',
  by: null,
  lookupKey: lookupKeyAgain(scanned, accountId),
});

function meansOf({ kind }: ScannedValue): VisitMeans | null {
  switch (kind) {
    case 'rfid':
      return 'card';
    case 'nfc':
      return 'phone';
    case 'email':
    case 'membershipId':
    case 'unreadable':
      return null;
  }
}
