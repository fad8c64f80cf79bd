import type { PgBoss } from 'pg-boss';
import type { Log } from '#shared/log/log.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** NOTIFY channel. The database sends to it when a row for a worker is committed; the payload is the table name. */
const channel = 'platform_outbox';

interface OutboxOptions {
  boss: PgBoss;
  log: Log;
  /** The longest time that a row waits whose notification was lost, or that becomes due without one. */
  sweepEveryMs: number;
  /** Per table. Tables run independently of each other. */
  tables: Record<string, OutboxTable>;
}

interface OutboxTable {
  /** Turns the rows of the table into jobs. Never runs concurrently with itself. */
  queue(): Promise<void>;
  /**
   * Fetches the jobs that are due. Called after `queue`, whether that succeeded or not; and by a scan also before, because
   * jobs of earlier rows, such as retries, depend on no row.
   */
  wake(): void;
}

/** Listens for notifications of new rows. It also scans the tables at the start and after a lost connection. */
export async function watchOutbox({
  boss,
  log,
  sweepEveryMs,
  tables,
}: OutboxOptions): Promise<{ stop(): Promise<void> }> {
  const takers = new Map(
    Object.entries(tables).map(([table, { queue, wake }]) => [
      table,
      oneAtATime(async () => {
        await queue().catch((error) => log.warn({ error, table }, 'outbox could not be read'));
        wake();
      }),
    ]),
  );
  const checkAllTables = () => {
    for (const { wake } of Object.values(tables)) wake();
    for (const taker of takers.values()) taker.ask();
  };
  const listening = await boss.getDb().listen?.(channel, (table) => takers.get(table)?.ask(), checkAllTables);
  const sweeping = setInterval(checkAllTables, sweepEveryMs);
  checkAllTables();
  return {
    stop: async () => {
      clearInterval(sweeping);
      await listening?.close();
      await Promise.all([...takers.values()].map((taker) => taker.stop()));
    },
  };
}
