import 'server-only';
import { eq } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { platformStatus } from '#lib/db/schema/platform-status.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { notifyLive } from '#lib/desk/base/live-events.ts';
import { retryUnreachableLegacy } from '#lib/desk/legacy-connectivity/attempts.ts';
import { taskLedger } from '#lib/desk/tasks/ledger.ts';
import { retryWaitingVisits } from '#lib/desk/visits/retry-waiting.ts';
import type { ApiFailure } from '#lib/gym-api/errors.ts';
import { wakeWaiting } from '#lib/outbox/recover.ts';
import { afterAnswer, type Connection } from './connection.ts';

/**
 * Keeps what an answer of the platform says of the connection. When it comes back, all visits and task changes that wait
 * for it are due at once.
 * @returns the connection where its state is another one now; null where it is not
 */
export async function reportAnswer(
  desk: Pick<DeskContext, 'db' | 'clock' | 'visitQueue' | 'taskQueue'>,
  locationId: string,
  permission: string,
  failure: ApiFailure | null,
): Promise<Connection | null> {
  const now = new Date(desk.clock());
  const seen = await readConnection(desk.db, locationId);
  if (seen && afterAnswer(seen, failure, permission, now) === seen) return null;
  return desk.db.transaction(async (tx) => {
    const current = await readConnection(tx, locationId, { lock: true });
    if (!current) return null;
    const next = afterAnswer(current, failure, permission, now);
    if (next === current) return null;
    await tx.update(platformStatus).set(next).where(eq(platformStatus.locationId, locationId));
    if (next.connection === current.connection) return null;
    if (next.connection === 'reachable') {
      await retryWaitingVisits(tx, desk, locationId);
      await wakeWaiting(tx, taskLedger(desk), locationId);
      await retryUnreachableLegacy(tx, locationId, now);
    }
    await notifyLive(tx, locationId, 'status');
    return next;
  });
}

async function readConnection(
  db: Queryable,
  locationId: string,
  { lock = false } = {},
): Promise<Connection | undefined> {
  const { connection, since, permission, failures } = platformStatus;
  const query = db
    .select({ connection, since, permission, failures })
    .from(platformStatus)
    .where(eq(platformStatus.locationId, locationId));
  const [current] = lock ? await query.for('update') : await query;
  return current;
}
