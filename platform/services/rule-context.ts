import type { Clock, Ids } from '#platform/base/clock-and-ids.ts';
import type { Sql } from '#platform/db/client.ts';

/** What a rule that the operator's commands and the owner's console share is given: within a transaction of either. */
export interface RuleContext {
  sql: Sql;
  clock: Clock;
  /** The real time, where a sandbox moves `clock`: what is compared with the use of credentials, which no sandbox moves. */
  realClock?: Clock | undefined;
  ids: Ids;
}
