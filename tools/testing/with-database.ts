import path from 'node:path';
import pg from 'pg';
import { openCluster } from '#programs/postgresql/cluster.ts';
import type { Stack } from './stack.ts';

/** Queries the database of a running program, for data that no interface returns. */
export type InDatabase = <T>(program: 'desk' | 'platform', work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;

export const databasesOf =
  (stack: Pick<Stack, 'dataDir'>): InDatabase =>
  (program, work) =>
    withDatabase(stack, program, work);

const pools = new Map<string, pg.Pool>();

/**
 * For a stack, whose databases are embedded. Finding the server and authenticating takes longer than most queries, so
 * connections are kept until the server ends.
 */
export async function withDatabase<T>(
  stack: Pick<Stack, 'dataDir'>,
  program: 'desk' | 'platform',
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const home = path.join(stack.dataDir, program);
  const kept = await pools
    .get(home)
    ?.connect()
    .catch(() => undefined);
  if (kept) return workWith(kept, work);
  // no connection yet, or the server was restarted, perhaps on another port
  const cluster = await openCluster({ home, database: program, access: 'share' });
  const pool = new pg.Pool({ connectionString: cluster.url, allowExitOnIdle: true });
  pool.on('error', () => {});
  pools.set(home, pool);
  try {
    return await workWith(await pool.connect(), work);
  } finally {
    await cluster.stop();
  }
}

async function workWith<T>(client: pg.PoolClient, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  try {
    const done = await work(client);
    client.release();
    return done;
  } catch (error) {
    client.release(true); // this also rolls back an open transaction
    throw error;
  }
}
