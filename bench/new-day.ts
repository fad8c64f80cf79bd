import path from 'node:path';
import pg from 'pg';
import { openCluster } from '#scripts/embedded-postgres/cluster.ts';
import type { Stack } from '#scripts/testing/stack.ts';

/** A day on which nobody has come yet: visits are gone, and the desk still knows its members and their cards. */
export async function startNewDay(stack: Stack): Promise<void> {
  const cluster = await openCluster({ home: path.join(stack.dataDir, 'desk'), database: 'desk', access: 'share' });
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    await client.query('delete from visits');
    await client.query('delete from taps');
  } finally {
    await client.end();
    await cluster.stop();
  }
}
