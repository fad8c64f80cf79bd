import path from 'node:path';
import pg from 'pg';
import { openCluster } from '#scripts/embedded-postgres/cluster.ts';
import type { Stack } from '#scripts/testing/stack.ts';

export interface RecordedVisit {
  name: string;
  kind: string;
  at: Date;
}

/** What the platform has recorded of a member since the test began, read from its database: the wire has no list of visits. */
export async function readPlatformVisits(stack: Stack, lastName: string, since: Date): Promise<RecordedVisit[]> {
  const cluster = await openCluster({
    home: path.join(stack.dataDir, 'platform'),
    database: 'platform',
    access: 'share',
  });
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select p.last_name as name, v.kind, v.occurred_at as at
         from visits v join chain_profiles p using (account_id)
        where p.last_name = $1 and v.occurred_at >= $2 order by v.occurred_at`,
      [lastName, since],
    );
    return rows as RecordedVisit[]; // safe because: the query names these columns
  } finally {
    await client.end();
    await cluster.stop();
  }
}
