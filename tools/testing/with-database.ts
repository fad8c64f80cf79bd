import path from 'node:path';
import pg from 'pg';
import { openCluster } from '#programs/postgresql/cluster.ts';
import type { Stack } from './stack.ts';

/** Works on the database of one of the programs while it runs. For what no interface shows. */
export type InDatabase = <T>(program: 'desk' | 'platform', work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;

export const databasesOf =
  (stack: Stack): InDatabase =>
  (program, work) =>
    withDatabase(stack, program, work);

const pools = new Map<string, pg.Pool>();

/**
 * For a stack, whose databases are embedded. To find the server and to introduce oneself takes longer than most questions:
 * connections are kept until the server ends.
 */
export async function withDatabase<T>(
  stack: Stack,
  program: 'desk' | 'platform',
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const home = path.join(stack.dataDir, program);
  const kept = await pools
    .get(home)
    ?.connect()
    .catch(() => undefined);
  if (kept) return workWith(kept, work);
  // never asked before, or the server was started again, perhaps at another port
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
    client.release(true); // whatever it had begun there ends with it
    throw error;
  }
}
