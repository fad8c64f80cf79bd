import 'server-only';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { dayOf, firstWholeDay } from '#shared/calendar/day-in-zone.ts';

/**
 * The first day of which the desk knows the visits of a location, `yyyy-MM-dd`; null without one. A visit that was never settled may be
 * kept for longer than others, so the first one that is left does not say it.
 */
export async function readKnownSince(
  db: Queryable,
  { id, timeZone, visitsSince }: Pick<Location, 'id' | 'timeZone' | 'visitsSince'>,
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
  if (times.length === 0) return null;
  const first = dayOf(Math.min(...times), timeZone);
  const kept = visitsSince && firstWholeDay(visitsSince.getTime(), timeZone);
  return kept !== null && kept > first ? kept : first;
}
