import 'server-only';
import { and, desc, eq, gt, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Clocked } from '#lib/server/base/clocked.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { clockOfNow, orderedAt } from '#lib/server/presence/clock-of-now.ts';
import { presenceRules } from '#lib/server/presence/events.ts';

interface OpenStaysOptions {
  location: Location;
  /** Epoch milliseconds. */
  moment: number;
  /** All members where left out. */
  accountIds?: readonly string[];
}

/**
 * The members who were in at a moment and have had no event since: whose last event within the longest stay before the
 * moment is a check-in before it that can no longer be undone.
 */
export async function readOpenStays(
  desk: Clocked,
  { location, moment, accountIds }: OpenStaysOptions,
): Promise<string[]> {
  const { db } = desk;
  const clock = clockOfNow({ desk, actor: { location } });
  const now = new Date(desk.clock());
  const from = new Date(moment - presenceRules(location).longestStayMs);
  const ofThem = (column: typeof visits.accountId | typeof elsewhereEvents.accountId): SQL | undefined =>
    accountIds && inArray(column, [...accountIds]);
  const events = unionAll(
    db
      .select({
        accountId: visits.accountId,
        kind: visits.kind,
        at: orderedAt(visits.tappedAt, visits.clock, clock),
        isSettled: sql<boolean>`${visits.state} <> 'held' or ${visits.undoUntil} <= ${now}`.as('is_settled'),
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
        at: orderedAt(elsewhereEvents.at, elsewhereEvents.clock, clock),
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
    .where(
      and(
        eq(last.kind, 'checkIn'),
        lt(last.at, sql`${new Date(moment).toISOString()}::timestamptz`),
        eq(last.isSettled, true),
      ),
    )
    .orderBy(last.accountId);
  return rows.flatMap(({ accountId }) => accountId ?? []);
}
