import 'server-only';
import { aliasedTable, and, eq, gte, inArray, isNull, lt, or, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { troubleStates, type VisitTrouble } from '#lib/wire/visits.ts';
import { scanOf } from './select-events.ts';

const troubled = aliasedTable(visits, 'troubled');

interface Stay {
  accountId: SQLWrapper;
  visitor: SQLWrapper;
  at: SQLWrapper;
  /** When the next stay of the visitor begins. */
  nextBeganAt: SQLWrapper;
}

/**
 * Why the member system does not have an arrival or a departure of a stay, also one that is not its first: a column, null where it has all.
 * What it does not accept comes first.
 */
export function selectTrouble(db: Queryable, locationId: string, { accountId, visitor, at, nextBeganAt }: Stay) {
  const isOfCard = and(isNull(accountId), isNull(troubled.accountId), eq(scanOf(troubled), visitor));
  const found = db
    .select({
      trouble: sql`jsonb_build_object('state', ${troubled.state}, 'why', case when ${troubled.state} = 'refused' then ${troubled.lastError} end)`,
    })
    .from(troubled)
    .where(
      and(
        eq(troubled.locationId, locationId),
        inArray(troubled.state, [...troubleStates]),
        gte(troubled.tappedAt, at),
        lt(troubled.tappedAt, nextBeganAt),
        or(eq(troubled.accountId, accountId), isOfCard),
      ),
    )
    .orderBy(sql`${troubled.state} = 'waiting'`, troubled.state, troubled.tappedAt)
    .limit(1);
  return sql<VisitTrouble | null>`(${found})`;
}
