import 'server-only';
import { and, desc, eq, gt, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/db/client.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import { elsewhereEvents, visits } from '#lib/db/schema/visits.ts';
import { presenceRules } from '#lib/desk/presence/events.ts';

interface OpenStaysOptions {
  /** Epoch milliseconds. */
  moment: number;
  /** Epoch milliseconds: a check-in that can still be taken back then is left alone. */
  now: number;
  /** Everybody where left out. */
  accountIds?: readonly string[];
}

/**
 * Who was in at a moment and has not been seen since, by the rules of who is in: whose last event, of those later than
 * a longest stay before the moment, is a check-in before it.
 */
export async function readOpenStays(
  db: Queryable,
  location: Location,
  { moment, now, accountIds }: OpenStaysOptions,
): Promise<string[]> {
  const from = new Date(moment - presenceRules(location).longestStayMs);
  const ofThem = (column: typeof visits.accountId | typeof elsewhereEvents.accountId): SQL | undefined =>
    accountIds && inArray(column, [...accountIds]);
  const events = unionAll(
    db
      .select({
        accountId: visits.accountId,
        kind: visits.kind,
        at: visits.tappedAt,
        isSettled: sql<boolean>`${visits.state} <> 'held' or ${visits.undoUntil} <= ${new Date(now)}`.as('is_settled'),
      })
      .from(visits)
      .where(
        and(
          eq(visits.locationId, location.id),
          gt(visits.tappedAt, from),
          ne(visits.state, 'undone'),
          isNotNull(visits.accountId),
          ofThem(visits.accountId),
        ),
      ),
    db
      .select({
        accountId: elsewhereEvents.accountId,
        kind: elsewhereEvents.kind,
        at: elsewhereEvents.at,
        isSettled: sql<boolean>`true`.as('is_settled'),
      })
      .from(elsewhereEvents)
      .where(
        and(
          eq(elsewhereEvents.locationId, location.id),
          gt(elsewhereEvents.at, from),
          ofThem(elsewhereEvents.accountId),
        ),
      ),
  ).as('events');
  const last = db
    .selectDistinctOn([events.accountId])
    .from(events)
    .orderBy(events.accountId, desc(events.at))
    .as('last');
  const rows = await db
    .select({ accountId: last.accountId })
    .from(last)
    .where(and(eq(last.kind, 'checkIn'), lt(last.at, new Date(moment)), eq(last.isSettled, true)))
    .orderBy(last.accountId);
  return rows.flatMap(({ accountId }) => accountId ?? []);
}
