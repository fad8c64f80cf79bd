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
  /**
   * Per table, the function that turns its rows into jobs. Tables run independently of each other; one table never
   * runs concurrently with itself.
   */
  take: Record<string, () => Promise<void>>;
}

/** Listens for notifications of new rows. It also scans the tables at the start and after a lost connection. */
export async function watchOutbox({
  boss,
  log,
  sweepEveryMs,
  take,
}: OutboxOptions): Promise<{ stop(): Promise<void> }> {
  const takers = new Map(
    Object.entries(take).map(([table, takeRows]) => [
      table,
      oneAtATime(() => takeRows().catch((error) => log.warn({ error, table }, 'outbox could not be read'))),
    ]),
  );
  const checkAllTables = () => {
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
