import 'server-only';
import { and, desc, eq, gte, isNotNull, lte, sql } from 'drizzle-orm';
import type { ActorContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type TapAnswer, type TapOperation, taps } from '#lib/server/db/schema/visits.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { composeVerdicts } from '#lib/server/verdict/compose-verdict.ts';
import { memberOf, type Verdict } from '#lib/wire/verdict.ts';
import { dayOf, startOfDay } from '#shared/calendar/club-day.ts';
import { aheadFrom } from '#shared/database/ahead.ts';

/** As many as somebody looks through. */
const mostShown = 50;
/** A press takes the place of the scan before it: of the last taps, so many at least are left. */
const mostRead = 2 * mostShown;

interface AnsweredTap {
  tapId: string;
  operation: TapOperation;
  answer: TapAnswer;
}

/**
 * What was said of today's last taps at a location, latest first, at whichever window they were made: the day is the one of
 * the location. What can be done next follows from who is in now.
 */
export async function readToday({ desk, actor: { location, mayOverride } }: ActorContext): Promise<Verdict[]> {
  const { db } = desk;
  const now = desk.clock();
  const from = startOfDay(dayOf(now, location.timeZone), location.timeZone);
  const shown = withoutPressed(await readTaps(db, location.id, from, now)).slice(0, mostShown);
  const verdicts = await composeVerdicts(db, { answered: shown, locationId: location.id, now, mayOverride });
  const present = new Set(
    (await readPresence({ desk, actor: { location } })).entries.map(({ accountId }) => accountId),
  );
  return verdicts.map((verdict) => offerNow(verdict, present));
}

/** Newest first. A tap may have waited in a browser: then it was heard today and made yesterday. */
async function readTaps(db: Queryable, locationId: string, from: Date, now: number): Promise<AnsweredTap[]> {
  const heard = await selectTaps(db, { locationId, from, now: new Date(now) });
  return heard
    .flatMap(({ answer, ...tap }) => (answer && answer.tappedAt >= from.toISOString() ? [{ ...tap, answer }] : []))
    .toSorted((one, other) => other.answer.tappedAt.localeCompare(one.answer.tappedAt));
}

/** The last taps that were heard since a moment. What lies ahead is of a clock that was set back, and would hide what is new. */
export const selectTaps = (db: Queryable, { locationId, from, now }: { locationId: string; from: Date; now: Date }) =>
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

/** Of a card that was not read whole, the window in which it was held to the reader says enough. */
const isWhole = sql`${taps.answer} -> 'decision' -> 'reasons' -> 0 ->> 'problem' is distinct from 'notWhole'`;

/**
 * A button of a verdict changes what stands there: of its member, the answer before it is not told again.
 * @param answered newest first
 */
function withoutPressed(answered: readonly AnsweredTap[]): AnsweredTap[] {
  const pressed = new Set<string>();
  return answered.filter(({ operation, answer: { accountId } }) => {
    const isReplaced = accountId !== null && pressed.delete(accountId);
    if (accountId !== null && operation !== 'lookUp') pressed.add(accountId);
    return !isReplaced;
  });
}

function offerNow(verdict: Verdict, present: ReadonlySet<string>): Verdict {
  const accountId = memberOf(verdict)?.accountId;
  const isOffered = 'offers' in verdict && verdict.offers.length > 0 && accountId !== undefined;
  return isOffered ? { ...verdict, offers: [present.has(accountId) ? 'checkOut' : 'checkIn'] } : verdict;
}
