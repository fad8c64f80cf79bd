import 'server-only';
import type { Queryable } from '#lib/server/db/client.ts';

/** The clockwork of a ledger. A job says that a row may be due; what is to be done, the ledger knows. */
export interface JobQueue<Key> {
  /**
   * Queues a job for each row. It exists only if `tx` commits.
   * @param startAfter by the clock of the desk
   */
  enqueue(tx: Queryable, rows: readonly Key[], startAfter: Date): Promise<void>;
}
