import 'server-only';
import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { isMemberNamed } from '#lib/server/directory/is-member-named.ts';
import { isPseudonym } from '#lib/server/members/forget-member.ts';
import { auditActions } from '#lib/wire/audit-actions.ts';
import {
  kindOfAction,
  type LogEntry,
  type LogFilter,
  type LogMember,
  type LogPage,
  logFilter,
  operatorBy,
} from '#lib/wire/audit-log.ts';
import { byName } from '#lib/wire/names/by-name.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import { startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { colleagueIdOf, detailsOf } from './entry-details.ts';

const pageSize = 50;

/** Cursor: epoch milliseconds and id of the last entry of the page before. */
const cursor = /^(\d{1,14})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
export const logQuery = logFilter.extend({ after: z.string().regex(cursor).optional() });

/** The audit log of a location, newest first, page by page. */
export async function readLog(
  { desk: { db }, actor: { location } }: LocationContext,
  { after, ...filter }: z.infer<typeof logQuery>,
): Promise<LogPage> {
  const { entries, next } = await readEntries(db, { location, filter, after, limit: pageSize });
  return { entries, next, people: await readPeople(db, location.id) };
}

/** All entries that a filter selects, in chunks of some hundreds. */
export async function* logEntries(
  { desk: { db }, actor: { location } }: LocationContext,
  filter: LogFilter,
): AsyncGenerator<LogEntry[]> {
  let after: string | undefined;
  do {
    const { entries, next } = await readEntries(db, { location, filter, after, limit: 10 * pageSize });
    yield entries;
    after = next ?? undefined;
  } while (after !== undefined);
}

interface Asked {
  location: Location;
  filter: LogFilter;
  after: string | undefined;
  limit: number;
}

async function readEntries(db: Queryable, asked: Asked): Promise<Pick<LogPage, 'entries' | 'next'>> {
  const rows = await selectEntries(db, asked);
  const page = rows.slice(0, asked.limit);
  const last = rows.length > asked.limit ? page.at(-1) : undefined;
  const colleagues = await readNames(
    db,
    page.flatMap(({ entry }) => colleagueIdOf(entry) ?? []),
  );
  return {
    entries: page.map(({ entry, by, member }) => ({
      id: entry.id,
      at: entry.at.toISOString(),
      action: entry.action,
      by,
      member: memberOf(entry.accountId, member),
      colleague: colleagues.get(colleagueIdOf(entry) ?? '') ?? null,
      details: detailsOf(entry),
      clientAddress: entry.clientAddress,
    })),
    next: last ? `${last.entry.at.getTime()}.${last.entry.id}` : null,
  };
}

/** The query of a page, with one entry more than it shows, to tell whether another page follows. */
export function selectEntries(db: Queryable, { location, filter, after, limit }: Asked) {
  const { from, until, by, member, kind } = filter;
  return db
    .select({
      entry: auditLog,
      by: staff.name,
      member: {
        accountId: members.accountId,
        firstName: members.firstName,
        lastName: members.lastName,
        membershipId: members.membershipId,
      },
    })
    .from(auditLog)
    .leftJoin(staff, eq(staff.id, auditLog.staffId))
    .leftJoin(members, and(eq(members.locationId, auditLog.locationId), eq(members.accountId, auditLog.accountId)))
    .where(
      and(
        eq(auditLog.locationId, location.id),
        from === undefined ? undefined : gte(auditLog.at, startOfDay(from, location.timeZone)),
        until === undefined ? undefined : lt(auditLog.at, startOfDay(daysLater(until, 1), location.timeZone)),
        by === undefined ? undefined : by === operatorBy ? isNull(auditLog.staffId) : eq(auditLog.staffId, by),
        kind &&
          inArray(
            auditLog.action,
            auditActions.filter((action) => kindOfAction[action] === kind),
          ),
        member === undefined ? undefined : isAbout(db, location.id, member),
        after === undefined ? undefined : isAfter(after),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit + 1);
}

function isAfter(after: string): SQL | undefined {
  const [, ms = '', id = ''] = cursor.exec(after) ?? [];
  const at = new Date(Number(ms));
  // the first condition bounds the scan of the index
  return and(lte(auditLog.at, at), or(lt(auditLog.at, at), lt(auditLog.id, id)));
}

function isAbout(db: Queryable, locationId: string, text: string): SQL {
  const meant = db
    .select({ accountId: members.accountId })
    .from(members)
    .where(and(eq(members.locationId, locationId), isMemberNamed(text)));
  return inArray(auditLog.accountId, meant);
}

function memberOf(
  accountId: string | null,
  found: { accountId: string; firstName: string | null; lastName: string | null; membershipId: string | null } | null,
): LogMember | null {
  if (accountId === null) return null;
  if (isPseudonym(accountId)) return { kind: 'former' };
  if (!found) return { kind: 'unlisted' };
  return { kind: 'known', accountId, name: displayNameOf(found), membershipId: found.membershipId };
}

async function readNames(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: staff.id, name: staff.name })
    .from(staff)
    .where(inArray(staff.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The staff of the location, followed by former staff of whom the log has entries. */
async function readPeople(db: Queryable, locationId: string): Promise<LogPage['people']> {
  // from one person to the next by index, however many entries each has
  const first = sql`(select staff_id from audit_log where location_id = ${locationId} and staff_id is not null order by staff_id limit 1)`;
  const following = sql`(select staff_id from audit_log where location_id = ${locationId} and staff_id > actors.staff_id order by staff_id limit 1)`;
  const actors = sql`
    with recursive actors as (
      ${first} union all select ${following} from actors where actors.staff_id is not null
    ) select staff_id from actors where staff_id is not null`;
  const works = db
    .select({ id: staffLocations.staffId })
    .from(staffLocations)
    .where(eq(staffLocations.locationId, locationId));
  const isFormer = sql<boolean>`${notInArray(staff.id, works)}`;
  const people = await db
    .select({ id: staff.id, name: staff.name, isFormer })
    .from(staff)
    .where(or(inArray(staff.id, works), sql`${staff.id} in (${actors})`))
    .orderBy(asc(staff.id));
  return people.toSorted((one, other) => Number(one.isFormer) - Number(other.isFormer) || byName(one, other));
}
