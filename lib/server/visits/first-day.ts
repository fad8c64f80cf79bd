import 'server-only';
import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { dayOf } from '#shared/calendar/club-day.ts';

/** The first day of which the desk knows visits, `yyyy-MM-dd`; null without one. */
export async function readFirstDay(db: Queryable, { id, timeZone }: Location): Promise<string | null> {
  const first = { at: visits.tappedAt };
  const own = await db
    .select(first)
    .from(visits)
    .where(eq(visits.locationId, id))
    .orderBy(asc(visits.tappedAt))
    .limit(1);
  const elsewhere = await db
    .select({ at: elsewhereEvents.at })
    .from(elsewhereEvents)
    .where(eq(elsewhereEvents.locationId, id))
    .orderBy(asc(elsewhereEvents.at))
    .limit(1);
  const times = [...own, ...elsewhere].map(({ at }) => at.getTime());
  return times.length === 0 ? null : dayOf(Math.min(...times), timeZone);
}

/** The first day of which the desk knows refusals. */
export async function readFirstRefusalDay(db: Queryable, { id, timeZone }: Location): Promise<string | null> {
  const [first] = await db
    .select({ at: refusals.at })
    .from(refusals)
    .where(eq(refusals.locationId, id))
    .orderBy(asc(refusals.at))
    .limit(1);
  return first ? dayOf(first.at.getTime(), timeZone) : null;
}
