import type { PgBoss } from 'pg-boss';
import type { OperatorDatabase } from '#platform/db/client.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';

/** What the workers of the platform work with. */
export interface JobContext extends Dependencies {
  boss: PgBoss;
  /** Sees all chains: for taking up what is left to do, wherever it is. */
  operator: OperatorDatabase;
}
