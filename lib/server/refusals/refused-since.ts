import 'server-only';
import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

/** The first day of which the desk knows refusals at a location, `yyyy-MM-dd`; null without one. */
export async function readRefusedSince(db: Queryable, { id, timeZone }: Location): Promise<string | null> {
  const [first] = await db
    .select({ at: refusals.at })
    .from(refusals)
    .where(eq(refusals.locationId, id))
    .orderBy(asc(refusals.at))
    .limit(1);
  return first ? dayOf(first.at.getTime(), timeZone) : null;
}
