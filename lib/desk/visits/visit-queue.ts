import 'server-only';
import type { Queryable } from '#lib/db/client.ts';

export interface VisitKey {
  locationId: string;
  tapId: string;
}

/** The clockwork of the ledger. A job says that a visit may be due; what is to be done, the ledger knows. */
export interface VisitQueue {
  /** Queues a job for each visit. It exists only if `tx` commits. */
  enqueue(tx: Queryable, visits: VisitKey[], startAfter: Date): Promise<void>;
}
