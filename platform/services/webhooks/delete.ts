import { and, eq, sql as raw } from 'drizzle-orm';
import { notFound } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { retryOnCollision } from '#platform/db/collisions.ts';
import { webhookDeliveries, webhooks } from '#platform/db/schema/webhooks.ts';
import type { Call } from '#platform/services/call.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { isWebhook } from './webhook.ts';

/**
 * Deletes a webhook and drops its pending deliveries. The deliveries are deleted in batches before it: deleting them with
 * the webhook would lock its row, which every check-in of the gym needs, for as long as that takes. Until then it gets
 * events as before; the few that are recorded after the last batch go with it.
 * @throws 404 WEBHOOK if the calling gym does not have the webhook
 */
export async function deleteWebhook(call: Call, webhookId: number): Promise<void> {
  await requireWebhook(call, webhookId);
  await deleteInBatches((most) => inTransaction(call, (sql) => deleteDeliveries(sql, call, { webhookId, most })));
  const removed = await inTransaction(call, (sql) =>
    sql.delete(webhooks).where(isWebhook(call, webhookId)).returning({ webhookId: webhooks.webhookId }),
  );
  if (removed.length === 0) throw notFound('WEBHOOK');
}

const inTransaction = <T>({ db }: Call, work: (sql: Sql) => Promise<T>): Promise<T> =>
  retryOnCollision(() => db.transaction(work));

/** Deliveries are found by the chain alone: another gym of it must not delete them. */
async function requireWebhook(call: Call, webhookId: number): Promise<void> {
  const found = await call.db.read((sql) =>
    sql.select({ webhookId: webhooks.webhookId }).from(webhooks).where(isWebhook(call, webhookId)),
  );
  if (found.length === 0) throw notFound('WEBHOOK');
}

/**
 * Deletes the next deliveries. Those that another transaction has locked are left to the next batch, or go with the
 * webhook: waiting for them would be a deadlock with an erasure, which locks deliveries in another order.
 * @returns how many were deleted
 */
async function deleteDeliveries(
  sql: Sql,
  { chainId }: Call,
  { webhookId, most }: { webhookId: number; most: number },
): Promise<number> {
  const next = sql
    .select({ deliveryId: webhookDeliveries.deliveryId })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.chainId, chainId), eq(webhookDeliveries.webhookId, webhookId)))
    .limit(most)
    .for('update', { skipLocked: true });
  // an array is read once, whatever the plan: a subquery with a limit may be run again for each row
  const isNext = raw`${webhookDeliveries.deliveryId} = ANY (ARRAY(${next}))`;
  const { rowCount } = await sql.delete(webhookDeliveries).where(and(eq(webhookDeliveries.chainId, chainId), isNext));
  return rowCount ?? 0;
}
