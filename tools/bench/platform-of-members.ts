import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { keepPlatformSecret } from '#programs/platform/platform-secret.ts';
import { processorTimeOf, processorTimeOfServer } from '#tools/testing/processor-time.ts';
import { writeLargeChain } from './large-chain.ts';
import { dataDirOf, starterOf, withOwnPlatform } from './own-cluster.ts';
import type { Place } from './platform-comparisons.ts';

const longestAnalyticsMs = 5 * 60_000;

/** A platform as gyms run it, which is no sandbox and logs no bodies, on a database of its own, with a gym of so many members. */
export const withPlatformOf = <T>(
  memberCount: number,
  durationS: number,
  work: (place: Place) => Promise<T>,
): Promise<T> =>
  withOwnPlatform(async ({ url, home, folder }) => {
    const chain = await writeLargeChain(url, memberCount);
    const secret = keepPlatformSecret(dataDirOf(home));
    const startPlatform = await starterOf({ url, home });
    const platform = await startPlatform();
    const processorTime = () => ({ program: processorTimeOf(platform.pid), database: processorTimeOfServer(folder) });
    try {
      await untilAnalyticsAreComputed(url);
      return await work({ platformUrl: platform.address, databaseUrl: url, secret, chain, durationS, processorTime });
    } finally {
      await platform.stop();
    }
  });

/** It is the work of a night, which a platform begins with if its gyms have none: a minute of a core for 600 gyms. */
export async function untilAnalyticsAreComputed(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (let waitedMs = 0; waitedMs < longestAnalyticsMs; waitedMs += 500) {
      const { rows } = await client.query<{ missing: boolean }>(selectMissing);
      if (!rows[0]?.missing) return;
      await setTimeout(500);
    }
    throw new Error('The platform did not compute the weekly numbers of its gyms.');
  } finally {
    await client.end();
  }
}

const selectMissing = `
  SELECT EXISTS (SELECT FROM gyms LEFT JOIN analytics_computations USING (chain_id, gym_id) WHERE computed_at IS NULL) AS missing`;
