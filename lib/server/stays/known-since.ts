import 'server-only';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

/** The first day of which the desk knows visits of a location, `yyyy-MM-dd`; null without one. */
export async function readKnownSince(
  db: Queryable,
  { id, timeZone }: Pick<Location, 'id' | 'timeZone'>,
): Promise<string | null> {
  const own = await db
    .select({ at: visits.tappedAt })
    .from(visits)
    .where(and(eq(visits.locationId, id), ne(visits.state, 'undone')))
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
