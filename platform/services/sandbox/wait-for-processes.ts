import { setTimeout as wait } from 'node:timers/promises';
import { sql as raw } from 'drizzle-orm';
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

interface Waiting {
  database: OperatorDatabase;
  log: Log;
}

/** Waits until no process works with an earlier version; for ten seconds at most, because a process may be suspended. */
export async function waitForProcesses({ database, log }: Waiting, version: number): Promise<void> {
  const hasEarlier = raw.raw(`SELECT FROM (${held}) held WHERE version < ${version}`);
  const until = performance.now() + giveUpAfterMs;
  while (((await database.transaction((sql) => sql.execute(hasEarlier))).rowCount ?? 0) > 0) {
    if (performance.now() > until) {
      log.warn({ version }, 'a process of the sandbox did not take over its new state in time');
      return;
    }
    await wait(pauseMs);
  }
}
