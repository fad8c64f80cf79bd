import 'server-only';
import { and, desc, eq, gte, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import { searchWords } from '#lib/wire/names/search-text.ts';
import {
  automaticBy,
  type VisitFilter,
  type VisitLine,
  type VisitsPage,
  visitFilter,
  visitGroups,
} from '#lib/wire/visits.ts';
import { startOfDay } from '#shared/calendar/club-day.ts';
import { daysLater } from '#shared/calendar/days.ts';

const pageSize = 50;

export const visitsOfDayQuery = visitFilter.safeExtend({
  /** Cursor: epoch milliseconds and id of the last line of the page before. */
  after: z
    .string()
    // an account id may hold any character
    .regex(/^\d{1,14}\.[^\0]{1,400}$/)
    .optional(),
});

/**
 * Arrivals and departures of days at a location, latest first, page by page: those of the desk and of the turnstile.
 */
export async function listVisitsOfDay(
  { desk: { db }, actor: { location } }: LocationContext,
  { after, ...filter }: z.infer<typeof visitsOfDayQuery>,
): Promise<VisitsPage> {
  const { lines, next } = await readLines(db, { location, filter, after, limit: pageSize });
  return { lines, next, people: await readPeople(db, { location, filter }) };
}

/** All visits that a filter selects, in chunks of some hundreds. */
export async function* visitsOfDay(
  { desk: { db }, actor: { location } }: LocationContext,
  filter: VisitFilter,
): AsyncGenerator<VisitLine[]> {
  let after: string | undefined;
  do {
    const { lines, next } = await readLines(db, { location, filter, after, limit: 10 * pageSize });
    yield lines;
    after = next ?? undefined;
  } while (after !== undefined);
}

interface Asked {
  location: Location;
  filter: VisitFilter;
  after: string | undefined;
  limit: number;
}

async function readLines(db: Queryable, asked: Asked): Promise<Pick<VisitsPage, 'lines' | 'next'>> {
  const rows = await selectLines(db, asked);
  const page = rows.slice(0, asked.limit);
  const last = rows.length > asked.limit ? page.at(-1) : undefined;
  return {
    lines: page.map(({ at, why, firstName, lastName, scanned, ...row }) => ({
      ...row,
      at: at.toISOString(),
      why: row.state === 'refused' ? why : null,
      name:
        row.accountId === null
          ? (scanned ?? '')
          : displayNameOf({ ...row, firstName, lastName, accountId: row.accountId }),
    })),
    next: last ? `${last.at.getTime()}.${last.id}` : null,
  };
}

/** Days in the time zone of the location; with a change of daylight saving time they are not 24 hours long. */
function boundsOf({ day, until = day }: VisitFilter, { timeZone }: Location): [from: Date, to: Date] {
  return [startOfDay(day, timeZone), startOfDay(daysLater(until, 1), timeZone)];
}

/** The query of a page, with one line more than it shows, to tell whether another page follows. */
export function selectLines(db: Queryable, { location, filter, after, limit }: Asked) {
  const [from, end] = boundsOf(filter, location);
  const place = after === undefined ? null : readPlace(after);
  // bounds the scan of the index to lines after the cursor
  const to = place ? new Date(Math.min(end.getTime(), place.at.getTime() + 1)) : end;
  const wantsOwn = filter.group !== 'turnstile';
  const wantsTurnstile = filter.by === undefined && (filter.group === undefined || filter.group === 'turnstile');
  const states = filter.group && filter.group !== 'turnstile' ? [...visitGroups[filter.group]] : null;
  const events = unionAll(
    db
      .select({
        id: sql<string>`${visits.tapId}::text`.as('line_id'),
        accountId: visits.accountId,
        scanned: visits.scannedValue,
        kind: visits.kind,
        at: visits.tappedAt,
        state: sql<VisitLine['state']>`${visits.state}`.as('line_state'),
        why: visits.lastError,
        isAutomatic: visits.isAutomatic,
        staffId: visits.staffId,
      })
      .from(visits)
      .where(
        and(
          eq(visits.locationId, location.id),
          gte(visits.tappedAt, from),
          lt(visits.tappedAt, to),
          wantsOwn ? undefined : sql`false`,
          states ? inArray(visits.state, states) : undefined,
          isBy(filter.by),
        ),
      ),
    db
      .select({
        id: sql<string>`'turnstile-' || ${elsewhereEvents.kind} || '-' || ${elsewhereEvents.accountId}`.as('line_id'),
        accountId: sql<string | null>`${elsewhereEvents.accountId}`.as('account_id'),
        scanned: sql<string | null>`null`.as('scanned'),
        kind: elsewhereEvents.kind,
        at: elsewhereEvents.at,
        state: sql<VisitLine['state']>`'elsewhere'`.as('line_state'),
        why: sql<string | null>`null`.as('why'),
        isAutomatic: sql<boolean>`false`.as('is_automatic'),
        staffId: sql<string | null>`null::uuid`.as('staff_id'),
      })
      .from(elsewhereEvents)
      .where(
        and(
          eq(elsewhereEvents.locationId, location.id),
          gte(elsewhereEvents.at, from),
          lt(elsewhereEvents.at, to),
          wantsTurnstile ? undefined : sql`false`,
        ),
      ),
  ).as('events');
  const { staffId: _, ...columns } = events._.selectedFields;
  return db
    .select({
      ...columns,
      firstName: members.firstName,
      lastName: members.lastName,
      membershipId: members.membershipId,
      by: staff.name,
    })
    .from(events)
    .leftJoin(members, and(eq(members.locationId, location.id), eq(members.accountId, events.accountId)))
    .leftJoin(staff, eq(staff.id, events.staffId))
    .where(and(isNamed(filter.name, events.scanned), place ? isAfter(events, place) : undefined))
    .orderBy(desc(events.at), desc(events.id))
    .limit(limit + 1);
}

function isBy(by: VisitFilter['by']): SQL | undefined {
  if (by === undefined) return undefined;
  return by === automaticBy ? eq(visits.isAutomatic, true) : eq(visits.staffId, by);
}

/**
 * Each typed word is a prefix of a word of the name, or the text is part of the scanned value, or the membership id.
 */
function isNamed(name: string, scanned: unknown): SQL | undefined {
  const words = searchWords(name);
  if (words.length === 0) return undefined;
  const named = words.map((word) => sql`position(${` ${word}`} in ${members.searchName}) > 0`);
  const asScanned = sql`position(lower(${name.trim()}) in lower(${scanned})) > 0`;
  return or(and(...named), asScanned, eq(members.membershipId, name.trim()));
}

interface Place {
  at: Date;
  id: string;
}

function readPlace(after: string): Place {
  const dot = after.indexOf('.');
  return { at: new Date(Number(after.slice(0, dot))), id: after.slice(dot + 1) };
}

const isAfter = (events: { at: unknown; id: unknown }, { at, id }: Place): SQL =>
  sql`(${events.at}, ${events.id}) < (${at.toISOString()}::timestamptz, ${id})`;

/** The staff who recorded visits on these days. */
function readPeople(
  db: Queryable,
  { location, filter }: Pick<Asked, 'location' | 'filter'>,
): Promise<VisitsPage['people']> {
  const [from, to] = boundsOf(filter, location);
  return db
    .selectDistinct({ id: staff.id, name: staff.name })
    .from(visits)
    .innerJoin(staff, eq(staff.id, visits.staffId))
    .where(
      and(
        eq(visits.locationId, location.id),
        gte(visits.tappedAt, from),
        lt(visits.tappedAt, to),
        isNotNull(visits.staffId),
      ),
    )
    .orderBy(staff.name, staff.id);
}
