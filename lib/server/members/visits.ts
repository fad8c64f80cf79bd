import 'server-only';
import { aliasedTable, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { selectStays } from '#lib/server/stays/select-stays.ts';
import { endOf, troubleOf } from '#lib/server/visits/stay-ends.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';
import type { MemberVisitsPage } from '#lib/wire/visits.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { readYear } from './year.ts';

const pageSize = 20;

export const visitsQuery = z.object({
  /** A cursor: epoch milliseconds and id of the last visit of the previous page. */
  after: z
    .string()
    // an account id may hold any character
    .regex(/^\d{1,14}\.[^\0]{1,400}$/)
    .optional(),
});

/** Before the first visit that a desk may know. */
const everSince = new Date(0);

/** Visits of a member, newest first. The first page has the last 52 weeks at a glance. */
export async function listVisits(
  { desk: { db, clock }, actor: { location } }: LocationContext,
  { accountId, after }: OfMember & z.infer<typeof visitsQuery>,
): Promise<MemberVisitsPage> {
  const now = clock();
  const place = after === undefined ? null : placeOf(after);
  // a clock that runs ahead
  const to = place ? new Date(place.at.getTime() + 1) : new Date(now + dayMs);
  const stays = selectStays(db, { location, from: everSince, to, accountId });
  const left = aliasedTable(staff, 'other_staff');
  const rows = await db
    .select({
      id: stays.id,
      ...{ at: stays.beganAt, inAt: stays.inAt, inHow: stays.inHow, inState: stays.inState, inError: stays.inError },
      ...{ outAt: stays.outAt, outHow: stays.outHow, outState: stays.outState, outError: stays.outError },
      ...{ insideUntil: stays.insideUntil, inBy: staff.name, outBy: left.name },
    })
    .from(stays)
    .leftJoin(staff, eq(staff.id, stays.inBy))
    .leftJoin(left, eq(left.id, stays.outBy))
    .where(
      place ? sql`(${stays.beganAt}, ${stays.id}) < (${place.at.toISOString()}::timestamptz, ${place.id})` : undefined,
    )
    .orderBy(desc(stays.beganAt), desc(stays.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  return {
    visits: page.map((row) => ({
      id: row.id,
      in: endOf(row.inAt, row.inHow, row.inBy),
      out: endOf(row.outAt, row.outHow, row.outBy),
      isIn: row.inAt !== null && row.outAt === null && row.insideUntil.getTime() > now,
      trouble: troubleOf(row),
    })),
    year: place ? null : await readYear(db, { location, accountId, now, lastAt: rows[0]?.at }),
    next: last ? `${last.at.getTime()}.${last.id}` : null,
  };
}

function placeOf(after: string): { at: Date; id: string } {
  const dot = after.indexOf('.');
  return { at: new Date(Number(after.slice(0, dot))), id: after.slice(dot + 1) };
}
