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

/** A queue for work that no row of the desk's tables stands for: the job itself is the only record of it. */
export interface JobQueue<Key> {
  /**
   * Enqueues a job for each key. The jobs exist only if `tx` commits.
   * @param startAfter by the desk's clock
   */
  enqueue(tx: Queryable, keys: readonly Key[], startAfter: Date): Promise<void>;
}
