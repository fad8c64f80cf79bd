import type { PgBoss } from 'pg-boss';
import type { Log } from '#shared/log/log.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** Announced by the database when a row that a worker must take up is committed; the payload is its table. */
const channel = 'platform_outbox';

interface OutboxOptions {
  boss: PgBoss;
  log: Log;
  /** How long a row waits at most whose announcement was lost. */
  sweepEveryMs: number;
  /** By table: turns its rows into jobs. None waits for that of another table, and none runs twice at a time. */
  take: Record<string, () => Promise<void>>;
}

/** Listens for rows to take up; until the first one and after a lost connection it looks for itself. */
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
  const lookEverywhere = () => {
    for (const taker of takers.values()) taker.ask();
  };
  const listening = await boss.getDb().listen?.(channel, (table) => takers.get(table)?.ask(), lookEverywhere);
  const sweeping = setInterval(lookEverywhere, sweepEveryMs);
  lookEverywhere();
  return {
    stop: async () => {
      clearInterval(sweeping);
      await listening?.close();
      await Promise.all([...takers.values()].map((taker) => taker.stop()));
    },
  };
}
