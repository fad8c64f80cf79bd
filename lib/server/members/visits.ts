import 'server-only';
import { aliasedTable, and, desc, eq, min, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { readBackwards } from '#lib/server/stays/read-backwards.ts';
import { selectStays } from '#lib/server/stays/select-stays.ts';
import { endOf } from '#lib/server/visits/stay-ends.ts';
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

/** Most members come often enough for a page in that time. */
const firstPartMs = 90 * dayMs;

/** Visits of a member, newest first. The first page has the last 52 weeks at a glance. */
export async function listVisits(
  { desk: { db, clock }, actor: { location } }: LocationContext,
  { accountId, after }: OfMember & z.infer<typeof visitsQuery>,
): Promise<MemberVisitsPage> {
  const now = clock();
  const place = after === undefined ? null : placeOf(after);
  // a clock that runs ahead
  const end = new Date(now + dayMs);
  const to = place ? new Date(place.at.getTime() + 1) : end;
  const from = await readFirstAt(db, { location, accountId });
  const rows = from
    ? await readBackwards({ from, to, limit: pageSize + 1, partMs: firstPartMs }, (part) =>
        selectPart(db, { location, accountId, place, from: part.from, before: part.to, to: end }),
      )
    : [];
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  return {
    visits: page.map((row) => ({
      id: row.id,
      in: endOf(row.inAt, row.inHow, row.inBy),
      out: endOf(row.outAt, row.outHow, row.outBy),
      isIn: row.inAt !== null && row.outAt === null && row.insideUntil.getTime() > now,
      trouble: row.trouble,
    })),
    year: place ? null : await readYear(db, { location, accountId, now, lastAt: rows[0]?.at }),
    next: last ? `${last.at.getTime()}.${last.id}` : null,
  };
}

interface Part {
  location: Location;
  accountId: string;
  place: Place | null;
  from: Date;
  /** The end of this part; each stay is followed as far as in every other one. */
  before: Date;
  to: Date;
}

function selectPart(db: Queryable, { place, before, ...period }: Part) {
  const stays = selectStays(db, period);
  const left = aliasedTable(staff, 'other_staff');
  return db
    .select({
      id: stays.id,
      at: stays.beganAt,
      inAt: stays.inAt,
      inHow: stays.inHow,
      outAt: stays.outAt,
      outHow: stays.outHow,
      trouble: stays.trouble,
      insideUntil: stays.insideUntil,
      inBy: staff.name,
      outBy: left.name,
    })
    .from(stays)
    .leftJoin(staff, eq(staff.id, stays.inBy))
    .leftJoin(left, eq(left.id, stays.outBy))
    .where(
      and(
        sql`${stays.beganAt} < ${before.toISOString()}::timestamptz`,
        place
          ? sql`(${stays.beganAt}, ${stays.id}) < (${place.at.toISOString()}::timestamptz, ${place.id})`
          : undefined,
      ),
    )
    .orderBy(desc(stays.beganAt), desc(stays.id))
    .limit(pageSize + 1);
}

/** When the member was here first, as far as the location knows. */
async function readFirstAt(
  db: Queryable,
  { location: { id }, accountId }: { location: Location; accountId: string },
): Promise<Date | null> {
  const [[own], [elsewhere]] = await Promise.all([
    db
      .select({ at: min(visits.tappedAt) })
      .from(visits)
      .where(and(eq(visits.locationId, id), eq(visits.accountId, accountId))),
    db
      .select({ at: min(elsewhereEvents.at) })
      .from(elsewhereEvents)
      .where(and(eq(elsewhereEvents.locationId, id), eq(elsewhereEvents.accountId, accountId))),
  ]);
  const times = [own?.at, elsewhere?.at].flatMap((at) => at?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

interface Place {
  at: Date;
  id: string;
}

function placeOf(after: string): Place {
  const dot = after.indexOf('.');
  return { at: new Date(Number(after.slice(0, dot))), id: after.slice(dot + 1) };
}
