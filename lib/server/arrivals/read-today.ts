import 'server-only';
import { and, desc, eq, gte, isNotNull, lte, type Placeholder, sql } from 'drizzle-orm';
import type { Actor, LocationContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { prepareOnce } from '#lib/server/db/prepare-once.ts';
import { type TapAnswer, type TapOperation, taps } from '#lib/server/db/schema/visits.ts';
import { readArrivals } from '#lib/server/presence/list.ts';
import { composeVerdicts } from '#lib/server/verdict/compose-verdict.ts';
import { memberOf, type Verdict } from '#lib/wire/verdict.ts';
import { dayOf, startOfDay } from '#shared/calendar/day-in-zone.ts';
import { aheadFrom } from '#shared/database/ahead.ts';
import { withCurrentNotes } from './current-notes.ts';

const mostShown = 50;
/** Twice as many, since a press of a button replaces the scan before it. */
const mostRead = 2 * mostShown;

interface AnsweredTap {
  tapId: string;
  operation: TapOperation;
  answer: TapAnswer;
}

/**
 * The verdicts of today's latest taps at a location, of all windows, latest first. Today is by the location's time zone. The offered
 * actions depend on who is in now.
 */
export async function readToday(
  { desk, actor: { location } }: LocationContext,
  { mayOverride }: Pick<Actor, 'mayOverride'>,
): Promise<Verdict[]> {
  const { db } = desk;
  const now = desk.clock();
  const from = startOfDay(dayOf(now, location.timeZone), location.timeZone);
  const shown = withoutPressed(await readTaps(db, location.id, from, now)).slice(0, mostShown);
  const composed = await composeVerdicts(db, { answered: shown, locationId: location.id, now, mayOverride });
  const verdicts = await withCurrentNotes(db, { locationId: location.id, verdicts: composed });
  const accountIds = [...new Set(verdicts.flatMap((verdict) => offeredTo(verdict) ?? []))];
  const present = await readArrivals({ desk, actor: { location } }, { accountIds });
  return verdicts.map((verdict) => offerNow(verdict, present));
}

/** Latest first. A tap that waited in a browser may have arrived today and been made yesterday: it is left out. */
async function readTaps(db: Queryable, locationId: string, from: Date, now: number): Promise<AnsweredTap[]> {
  const received = await tapsStatement(db).execute({ locationId, from, now: new Date(now) });
  return received
    .flatMap(({ answer, ...tap }) => (answer && answer.tappedAt >= from.toISOString() ? [{ ...tap, answer }] : []))
    .toSorted((one, other) => other.answer.tappedAt.localeCompare(one.answer.tappedAt));
}

/** The latest taps that arrived since `from`. Those in the future, since the clock was set back, would hide new ones. */
export const selectTaps = (
  db: Queryable,
  { locationId, from, now }: { locationId: string | Placeholder; from: Date | Placeholder; now: Date | Placeholder },
) =>
  db
    .select({ tapId: taps.tapId, operation: taps.operation, answer: taps.answer })
    .from(taps)
    .where(
      and(
        eq(taps.locationId, locationId),
        gte(taps.claimedAt, from),
        lte(taps.claimedAt, aheadFrom(now)),
        isNotNull(taps.answer),
        isWhole,
      ),
    )
    .orderBy(desc(taps.claimedAt), desc(taps.tapId))
    .limit(mostRead);

const tapsStatement = prepareOnce((db) => {
  const [locationId, from, now] = [sql.placeholder('locationId'), sql.placeholder('from'), sql.placeholder('now')];
  return selectTaps(db, { locationId, from, now }).prepare('');
});

/** Partial card reads are shown only by the window with the reader. */
const isWhole = sql`${taps.answer} -> 'decision' -> 'reasons' -> 0 ->> 'problem' is distinct from 'notWhole'`;

/**
 * Leaves out an answer that is followed by the press of a button for the same member, which replaces it.
 * @param answered latest first
 */
function withoutPressed(answered: readonly AnsweredTap[]): AnsweredTap[] {
  const pressed = new Set<string>();
  return answered.filter(({ operation, answer: { accountId } }) => {
    const isReplaced = accountId !== null && pressed.delete(accountId);
    if (accountId !== null && operation !== 'lookUp') pressed.add(accountId);
    return !isReplaced;
  });
}

/** The member to whom a verdict offers an action; null for one that offers none. */
const offeredTo = (verdict: Verdict): string | null =>
  'offers' in verdict && verdict.offers.length > 0 ? (memberOf(verdict)?.accountId ?? null) : null;

function offerNow(verdict: Verdict, present: ReadonlyMap<string, unknown>): Verdict {
  const accountId = offeredTo(verdict);
  if (accountId === null || !('offers' in verdict)) return verdict;
  return { ...verdict, offers: [present.has(accountId) ? 'checkOut' : 'checkIn'] };
}
