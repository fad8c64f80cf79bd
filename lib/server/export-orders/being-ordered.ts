import 'server-only';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import type { ExportOrderRow } from '#lib/server/db/schema/export-orders.ts';

/** Whoever changes several orders of a gym, or decides by them, waits for others who do. */
export const lockOrders = (tx: Queryable, locationId: string): Promise<void> =>
  lockExclusive(tx, `export orders of ${locationId}`);

/** A request that has no answer after this long gets none any more. */
const longestRequestMs = 60_000;

/** Whether its request may still be answered: none was yet. One of a time to come was made before the clock was set back. */
export const isBeingOrdered = ({ jobId, problem, orderedAt }: ExportOrderRow, now: number): boolean =>
  jobId === null && problem === null && Math.abs(now - orderedAt.getTime()) <= longestRequestMs;
