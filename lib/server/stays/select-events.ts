import 'server-only';
import { and, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';

interface Wanted {
  locationId: string;
  from: Date | SQL<Date>;
  /** Not included. */
  to: Date | SQL<Date>;
  /** Those of one member only. */
  accountId?: string | SQL<string> | undefined;
  /** Those of some visitors only: a condition that is the same for all events of a visitor. */
  isWanted?: ((accountId: PgColumn) => SQL | undefined) | undefined;
}

/**
 * The arrivals and departures that count, here and elsewhere, as a subquery; `visitor` is the account, or the scanned value while
 * its member is unknown.
 */
export function selectEvents(db: Queryable, { locationId, from, to, accountId, isWanted }: Wanted) {
  const visitor = sql<string>`coalesce(${visits.accountId}, ${scanOf(visits)})`;
  return unionAll(
    db
      .select({
        accountId: visits.accountId,
        visitor: visitor.as('visitor'),
        kind: visits.kind,
        at: visits.tappedAt,
        tapId: sql<string | null>`${visits.tapId}`.as('tap_id'),
      })
      .from(visits)
      .where(
        and(
          eq(visits.locationId, locationId),
          gte(visits.tappedAt, from),
          lt(visits.tappedAt, to),
          ne(visits.state, 'undone'),
          accountId === undefined ? undefined : eq(visits.accountId, accountId),
          isWanted?.(visits.accountId),
        ),
      ),
    db
      .select({
        accountId: elsewhereEvents.accountId,
        visitor: elsewhereEvents.accountId,
        kind: elsewhereEvents.kind,
        at: elsewhereEvents.at,
        tapId: sql<string | null>`null::uuid`.as('tap_id'),
      })
      .from(elsewhereEvents)
      .where(
        and(
          eq(elsewhereEvents.locationId, locationId),
          gte(elsewhereEvents.at, from),
          lt(elsewhereEvents.at, to),
          accountId === undefined ? undefined : eq(elsewhereEvents.accountId, accountId),
          isWanted?.(elsewhereEvents.accountId),
        ),
      ),
  ).as('events');
}

/** The visitor of a visit whose member is unknown. */
export const scanOf = ({
  scannedKind,
  scannedValue,
}: Pick<typeof visits, 'scannedKind' | 'scannedValue'>): SQL<string> =>
  sql<string>`${scannedKind} || ' ' || ${scannedValue}`;

/** The longest stay of a location, as an SQL interval. */
export const longestStayOf = ({ longestStayH }: { longestStayH: number }): SQL =>
  sql.raw(`interval '${Number(longestStayH)} hours'`);
