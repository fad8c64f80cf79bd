import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

/** Announced by the database when a row that a worker must take up is committed; the payload is its table. */
const channel = 'platform_outbox';

interface OutboxOptions {
  boss: PgBoss;
  log: Logger;
  /** How long a row waits at most whose announcement was lost. */
  sweepEveryMs: number;
  /** Turns rows into jobs. Never runs twice at a time. */
  take(): Promise<void>;
}

/** Listens for rows to take up; until the first one and after a lost connection it looks for itself. */
export async function watchOutbox({
  boss,
  log,
  sweepEveryMs,
  take,
}: OutboxOptions): Promise<{ stop(): Promise<void> }> {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;

  const run = async () => {
    do {
      isAskedAgain = false;
      await take().catch((err) => log.warn({ err }, 'outbox could not be read'));
    } while (isAskedAgain && !isStopped);
  };
  const look = () => {
    if (isStopped) return;
    if (running) {
      isAskedAgain = true;
      return;
    }
    running = run().finally(() => {
      running = undefined;
    });
  };

  const listening = await boss.getDb().listen?.(channel, look, look);
  const sweeping = setInterval(look, sweepEveryMs);
  look();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(sweeping);
      await listening?.close();
      await running;
    },
  };
}
