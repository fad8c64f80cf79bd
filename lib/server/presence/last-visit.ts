import 'server-only';
import { and, eq, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';

/**
 * The last check-in of a member, here or elsewhere, as a column of a query whose rows are members. Undone ones do not
 * count; those that the platform refused afterwards do, as in every report: the person was there.
 */
export function lastVisitOf(locationId: string, accountId: SQLWrapper): SQL<Date | null> {
  const here = and(
    eq(visits.locationId, locationId),
    sql`${visits.accountId} = ${accountId}`,
    eq(visits.kind, 'checkIn'),
    ne(visits.state, 'undone'),
  );
  const elsewhere = and(
    eq(elsewhereEvents.locationId, locationId),
    sql`${elsewhereEvents.accountId} = ${accountId}`,
    eq(elsewhereEvents.kind, 'checkIn'),
  );
  return sql`greatest(
    (select max(${visits.tappedAt}) from ${visits} where ${here}),
    (select max(${elsewhereEvents.at}) from ${elsewhereEvents} where ${elsewhere})
  )`.mapWith(visits.tappedAt);
}

/** The last check-in of each of these members, by account. */
export async function readLastVisits(
  db: Queryable,
  { locationId, accountIds }: { locationId: string; accountIds: readonly string[] },
): Promise<ReadonlyMap<string, Date>> {
  if (accountIds.length === 0) return new Map();
  const accountId = sql<string>`"asked"."account_id"`;
  const rows = await db
    .select({ accountId, at: lastVisitOf(locationId, accountId) })
    .from(sql`unnest(${sql.param([...accountIds])}::text[]) as asked (account_id)`);
  return new Map(rows.flatMap(({ accountId, at }) => (at === null ? [] : [[accountId, at] as const])));
}
