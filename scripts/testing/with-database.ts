import path from 'node:path';
import pg from 'pg';
import { openCluster } from '#scripts/embedded-postgres/cluster.ts';
import type { Stack } from './stack.ts';

/** Works on the database of one of the programs while it runs. For what no interface shows. */
export type InDatabase = <T>(program: 'desk' | 'platform', work: (client: pg.Client) => Promise<T>) => Promise<T>;

export const databasesOf =
  (stack: Stack): InDatabase =>
  (program, work) =>
    withDatabase(stack, program, work);

/** For a stack, whose databases are embedded. */
export async function withDatabase<T>(
  stack: Stack,
  program: 'desk' | 'platform',
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const cluster = await openCluster({ home: path.join(stack.dataDir, program), database: program, access: 'share' });
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await cluster.stop();
  }
}
