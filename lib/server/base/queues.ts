import 'server-only';
import type { Queryable } from '#lib/server/db/client.ts';

export interface VisitKey {
  locationId: string;
  tapId: string;
}

export interface ChangeKey {
  locationId: string;
  changeId: string;
}

/** Work of which no row of the desk tells: a job is all there is of it. */
export interface JobQueue<Key> {
  /**
   * Queues a job for each key. It exists only if `tx` commits.
   * @param startAfter by the clock of the desk
   */
  enqueue(tx: Queryable, keys: readonly Key[], startAfter: Date): Promise<void>;
}
