import { sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';

/**
 * Delivers waiting notifications of all chains, oldest first: after that, the member's app can fetch them.
 * @returns how many
 */
export async function deliverNotifications(sql: Sql, now: Date, limit: number): Promise<number> {
  const { rowCount } = await sql.execute(raw`
    UPDATE push_notifications notification SET delivered_at = ${now}
    FROM (
      SELECT chain_id, account_id, notification_id FROM push_notifications WHERE delivered_at IS NULL
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) next
    WHERE notification.chain_id = next.chain_id AND notification.account_id = next.account_id
      AND notification.notification_id = next.notification_id`);
  return rowCount ?? 0;
}

/** Whether a notification of any chain is waiting. */
export async function isNotificationWaiting(sql: Sql): Promise<boolean> {
  const { rows } = await sql.execute(raw`SELECT FROM push_notifications WHERE delivered_at IS NULL LIMIT 1`);
  return rows.length > 0;
}
