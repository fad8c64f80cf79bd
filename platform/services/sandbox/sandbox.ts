import { sql as raw } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { Ids } from '#platform/base/clock-and-ids.ts';
import { type OperatorDatabase, openOperatorDatabase, type Sql } from '#platform/db/client.ts';
import type { Log } from '#shared/log/log.ts';
import { channel, followState } from './follow-state.ts';
import type { SandboxState } from './state.ts';
import { watchProcesses } from './wait-for-processes.ts';

/** What a sandbox can be told, shared by all of its processes. */
export interface Sandbox {
  /** The current state. It is replaced as a whole. */
  readonly state: SandboxState;
  /** With it, clients on other machines may tell the sandbox something, too. */
  readonly token: string | undefined;
  readonly ids: Ids;
  /** Sees all chains. */
  readonly database: OperatorDatabase;
  /** Changes the state in one transaction, and returns when all processes work with the new state. */
  change<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface SandboxOptions {
  /** The migrated database. */
  databaseUrl: string;
  ids: Ids;
  log: Log;
  token?: string | undefined;
}

/** Opens the sandbox in this process. The first process of a database ends what an earlier run left switched on. */
export async function openSandbox({ databaseUrl, ids, log, token }: SandboxOptions): Promise<Sandbox> {
  const onIdleError = (error: Error) => log.warn({ error }, 'database connection lost');
  const database = openOperatorDatabase({ url: databaseUrl, maxConnections: 4, onIdleError });
  const following = await followState({ databaseUrl, log }).catch(async (error) => {
    await database.close();
    throw error;
  });
  // a suite may create a hundred gyms at once: waiting for a turn has no limit, waiting for a connection does
  const inTurn = pLimit(2);
  const waitForProcesses = watchProcesses({ database, log });
  return {
    get state() {
      return following.state;
    },
    token,
    ids,
    database,
    change: async (work) => {
      const { result, version } = await inTurn(() =>
        database.transaction(async (sql) => {
          const result = await work(sql);
          const { rows } = await sql.execute<{ version: number }>(
            raw`UPDATE sandbox_state SET version = version + 1 RETURNING version`,
          );
          await sql.execute(raw`SELECT pg_notify(${channel}, '')`);
          return { result, version: rows[0]?.version ?? 0 };
        }),
      );
      await waitForProcesses(version);
      return result;
    },
    close: async () => {
      await following.stop();
      await database.close();
    },
  };
}
