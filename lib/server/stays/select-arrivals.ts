import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import type { CountedLocation } from './count-hours.ts';
import { longestStayOf, selectEvents } from './select-events.ts';

interface Wanted {
  location: Pick<CountedLocation, 'id' | 'longestStayH'>;
  from: SQL<Date>;
  /** Not included. */
  to: SQL<Date>;
  accountId?: SQL<string> | undefined;
}

/** The arrivals of visits from one instant until just before another, with the columns `account_id` and `at`. */
export function selectArrivals(db: Queryable, { location, from, to, accountId }: Wanted): SQL {
  const longest = longestStayOf(location);
  const earlier = sql<Date>`${from} - ${longest}`;
  const events = selectEvents(db, { locationId: location.id, from: earlier, to, accountId });
  return sql`
    select account_id, at from (
      select ${events.accountId} as account_id, ${events.kind} as kind, ${events.at} as at,
        lag(${events.kind}) over in_order as kind_before, lag(${events.at}) over in_order as at_before
      from ${events}
      window in_order as (partition by ${events.visitor} collate "C" order by ${events.at}, ${events.kind}, ${events.tapId})
    ) as beside
    where kind = 'checkIn' and at >= ${from}
      and (kind_before is null or kind_before <> 'checkIn' or at - at_before >= ${longest})`;
}
