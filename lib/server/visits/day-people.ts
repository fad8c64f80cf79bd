import 'server-only';
import { and, eq, gte, lt } from 'drizzle-orm';
import { type PgColumn, union } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { byName } from '#lib/wire/names/by-name.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { type AskedDays, boundsOf } from './day-queries.ts';

/** The staff at the window on these days, also of departures after midnight, and whoever let somebody in. */
export async function readPeople(
  db: Queryable,
  { location, filter }: Pick<AskedDays, 'location' | 'filter'>,
): Promise<{ id: string; name: string }[]> {
  const { from, to } = boundsOf(filter, location);
  const later = new Date(to.getTime() + location.longestStayH * hourMs);
  const people = { id: staff.id, name: staff.name };
  const ofVisits = db
    .select(people)
    .from(visits)
    .innerJoin(staff, eq(staff.id, visits.staffId))
    .where(and(eq(visits.locationId, location.id), gte(visits.tappedAt, from), lt(visits.tappedAt, later)));
  const ofRefusals = (by: PgColumn) =>
    db
      .select(people)
      .from(refusals)
      .innerJoin(staff, eq(staff.id, by))
      .where(and(eq(refusals.locationId, location.id), gte(refusals.at, from), lt(refusals.at, to)));
  const found = await union(ofVisits, ofRefusals(refusals.staffId), ofRefusals(refusals.admittedBy)).orderBy(staff.id);
  return found.toSorted(byName);
}
