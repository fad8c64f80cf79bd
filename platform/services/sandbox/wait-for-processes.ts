import { setTimeout as wait } from 'node:timers/promises';
import type { OperatorDatabase } from '#platform/db/client.ts';
import type { Log } from '#shared/log/log.ts';

/** First key of the advisory locks of all processes; any number that nothing else in this database locks. */
export const stateLock = 4_010_3;

/** SQL of the versions that the processes of this database work with. */
const held = `SELECT objid::bigint AS version FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${stateLock} AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** SQL of whether any process works with the state. */
export const hasProcesses = `EXISTS (${held})`;

const giveUpAfterMs = 10_000;
const pauseMs = 3;

interface Watched {
  database: OperatorDatabase;
  log: Log;
}

/**
 * Returns a function that waits until no process works with an earlier version; for ten seconds at most, because a
 * process may be suspended. All that wait at the same time share one query.
 */
export function watchProcesses({ database, log }: Watched): (version: number) => Promise<void> {
  let asking: Promise<number> | undefined;
  const askEarliest = () => {
    asking ??= readEarliest(database).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  return async (version) => {
    const until = performance.now() + giveUpAfterMs;
    while ((await askEarliest()) < version) {
      if (performance.now() > until) {
        log.warn({ version }, 'a process of the sandbox did not take over its new state in time');
        return;
      }
      await wait(pauseMs);
    }
  };
}

/** The earliest version that a process works with; infinite without processes. */
async function readEarliest(database: OperatorDatabase): Promise<number> {
  const text = `SELECT min(version)::int AS earliest FROM (${held}) held`;
  const { rows } = await database.onConnection((client) => client.query<{ earliest: number | null }>(text));
  return rows[0]?.earliest ?? Number.POSITIVE_INFINITY;
}
