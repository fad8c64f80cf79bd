import type { Sql } from '#platform/db/client.ts';
import type { Clock, Ids } from '#platform/dependencies.ts';

/** What a command of the operator works with: a transaction that sees all chains. */
export interface Operator {
  sql: Sql;
  clock: Clock;
  ids: Ids;
}

/** A mistake in a command, as one sentence for the person who typed it. */
export class OperatorMistake extends Error {
  override name = 'OperatorMistake';
}
