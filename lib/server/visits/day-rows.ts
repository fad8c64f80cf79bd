import 'server-only';
import { and, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { readBackwards } from '#lib/server/stays/read-backwards.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import { photoUrlOf } from '#lib/wire/photos.ts';
import type { VisitLine, VisitsPage } from '#lib/wire/visits.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { type AskedDays, boundsOf, selectRefusals, selectUndone, selectVisits, type Wanted } from './day-queries.ts';
import { endOf } from './stay-ends.ts';

interface AskedRows extends AskedDays {
  /** The cursor. */
  after: string | undefined;
  limit: number;
}

/** The rows of a page, of the tab that the filter names. */
export async function readRows(db: Queryable, asked: AskedRows): Promise<Pick<VisitsPage, 'lines' | 'next'>> {
  const rows = await readLines(db, asked);
  const page = rows.slice(0, asked.limit);
  const last = rows.length > asked.limit ? page.at(-1) : undefined;
  return { lines: page.map(({ line }) => line), next: last ? `${last.at.getTime()}.${last.line.id}` : null };
}

interface Placed {
  at: Date;
  line: VisitLine;
}

/** One row more than the page shows, to tell whether another page follows. */
async function readLines(db: Queryable, asked: AskedRows): Promise<Placed[]> {
  const { location, filter, limit } = asked;
  switch (filter.tab ?? 'visits') {
    case 'visits':
      return (await readVisitRows(db, asked)).map(({ at, id, isFirst, ...row }) => ({
        at,
        line: {
          tab: 'visits',
          id,
          ...memberOf(location, row),
          isFirst,
          in: endOf(row.inAt, row.inHow, row.inBy),
          out: endOf(row.outAt, row.outHow, row.outBy),
          isIn: row.inAt !== null && row.outAt === null && row.insideUntil > asked.now,
          trouble: row.trouble,
        },
      }));
    case 'refused': {
      const found = selectRefusals(wantedOf(db, asked));
      const rows = await db
        .select()
        .from(found)
        .where(isAfter(found, asked))
        .orderBy(...order(found))
        .limit(limit + 1);
      return rows.map(({ at, id, how, by, reason, isAdmitted, isUnconfirmed, admittedBy, why, ...row }) => ({
        at,
        line: {
          tab: 'refused',
          id,
          ...memberOf(location, row),
          at: at.toISOString(),
          how,
          by,
          reason,
          letIn: !isAdmitted ? null : isUnconfirmed ? { kind: 'unconfirmed' } : { kind: 'anyway', by: admittedBy, why },
        },
      }));
    }
    case 'undone': {
      const found = selectUndone(wantedOf(db, asked));
      const rows = await db
        .select()
        .from(found)
        .where(isAfter(found, asked))
        .orderBy(...order(found))
        .limit(limit + 1);
      return rows.map(({ at, id, how, by, kind, ...row }) => ({
        at,
        line: { tab: 'undone', id, ...memberOf(location, row), at: at.toISOString(), how, by, kind },
      }));
    }
  }
}

const visitsOfBusyDay = 500;

function readVisitRows(db: Queryable, asked: AskedRows) {
  const { from, to } = wantedOf(db, asked);
  return readBackwards(
    { from, to, limit: asked.limit + 1, partMs: Math.max(1, asked.limit / visitsOfBusyDay) * dayMs },
    (part) => selectVisitPage(db, { ...asked, from: part.from, before: part.to }),
  );
}

/**
 * The query of a page of visits, of the part of the days from `from` until just before `before`. Each stay is followed as far as
 * the sums do it, so that it is the same in both.
 */
export function selectVisitPage(db: Queryable, { from, before, ...asked }: AskedRows & { from: Date; before: Date }) {
  const { to } = boundsOf(asked.filter, asked.location);
  const found = selectVisits({ db, ...asked, from, to });
  return db
    .select()
    .from(found)
    .where(and(sql`${found.at} < ${before.toISOString()}::timestamptz`, isAfter(found, asked)))
    .orderBy(...order(found))
    .limit(asked.limit + 1);
}

/** Bounds the scan of the index to rows after the cursor. */
function wantedOf(db: Queryable, { location, filter, after }: AskedRows): Wanted {
  const place = after === undefined ? null : readPlace(after);
  const { from, to } = boundsOf(filter, location);
  const end = place ? new Date(Math.min(to.getTime(), place.at.getTime() + 1)) : to;
  return { db, location, filter, from, to: end };
}

interface Ordered {
  at: SQLWrapper;
  id: SQLWrapper;
}

const order = ({ at, id }: Ordered) => [desc(at), desc(id)];

interface Place {
  at: Date;
  id: string;
}

function readPlace(after: string): Place {
  const dot = after.indexOf('.');
  return { at: new Date(Number(after.slice(0, dot))), id: after.slice(dot + 1) };
}

function isAfter({ at, id }: Ordered, { after }: AskedRows): SQL | undefined {
  if (after === undefined) return undefined;
  const place = readPlace(after);
  return sql`(${at}, ${id}) < (${place.at.toISOString()}::timestamptz, ${place.id})`;
}

interface MemberColumns {
  accountId: string | null;
  scanned: string | null;
  firstName: string | null;
  lastName: string | null;
  membershipId: string | null;
  photoVersion: string | null;
}

function memberOf(location: Location, { accountId, scanned, photoVersion, ...member }: MemberColumns) {
  const { membershipId } = member;
  if (accountId === null) return { accountId, name: scanned ?? '', membershipId, photoUrl: null };
  const name = displayNameOf({ ...member, accountId });
  return { accountId, name, membershipId, photoUrl: photoUrlOf(location.id, accountId, photoVersion) };
}
