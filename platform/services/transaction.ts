import type { Clock, Ids } from '#platform/base/clock-and-ids.ts';
import type { Sql } from '#platform/db/client.ts';

/** The context of a rule that the operator's commands and the owner's console share: a transaction of either. */
export interface Transaction {
  sql: Sql;
  clock: Clock;
  ids: Ids;
}
