import type { PgBoss } from 'pg-boss';
import type { OperatorDatabase } from '#platform/db/client.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';

/** The dependencies of the platform's workers. */
export interface JobContext extends Dependencies {
  boss: PgBoss;
  /** Sees all chains, to find open work in any of them. */
  operator: OperatorDatabase;
}
