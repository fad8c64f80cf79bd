import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { startCountingPlatform } from '#lib/testing/counting-platform.ts';
import { drizzleOnce, root } from '#programs/base/run-program.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { withDatabase } from '#tools/testing/with-database.ts';
import { withOwnCluster } from './own-cluster.ts';
import type { Section } from './row.ts';

/** The maximum length of a list. */
const longList = 50_000;
const shortList = 240;
/** The burst that the rate limit allows at once; what comes after it is measured. */
const burst = 60;

/** The speed of migrating a list of members: with the rate limit of the interface, and without. */
export async function measureMigration(stack: Stack): Promise<Section> {
  const limited = await measureUnderLimit(stack);
  const unlimited = await measureWithoutLimit();
  return {
    title: 'Bringing members of version 1 over, the limit of the interface being 6 a second',
    rows: [
      { name: 'a list, by the running desk, once the limit holds', ...rateOf(limited), samples: limited.rows },
      { name: 'a list, by a desk that nobody limits', ...rateOf(unlimited), samples: unlimited.rows },
    ],
  };
}

interface Done {
  rows: number;
  seconds: number;
}

const rateOf = ({ rows, seconds }: Done) => ({ value: { amount: rows / seconds, unit: 'rows/s' } });

async function measureUnderLimit(stack: Stack): Promise<Done> {
  const [location] = await stack.deskAdmin<{ id: string }[]>(['list-locations']);
  if (!location) throw new Error('The desk has no location.');
  const file = path.join(stack.dataDir, 'ids.csv');
  fs.writeFileSync(file, Array.from({ length: shortList }, (_, index) => 100_001 + index).join('\n'));
  await stack.deskAdmin(['migrate', '--location', location.id, '--file', file]);
  return withDatabase(stack, 'desk', async (client) => {
    const { rows } = await client.query<Done>(selectAfterBurst, [burst]);
    if (!rows[0] || rows[0].rows < shortList - burst - 1) throw new Error('The list did not come to its end.');
    return rows[0];
  });
}

const selectAfterBurst = `
  SELECT count(*)::int - 1 AS rows, extract(epoch FROM max(settled_at) - min(settled_at))::float AS seconds
  FROM (SELECT settled_at FROM migration_rows WHERE settled_at IS NOT NULL ORDER BY settled_at, line OFFSET $1) r`;

const measureWithoutLimit = (): Promise<Done> =>
  withOwnCluster('postgres', async ({ url }) => {
    const platform = await startCountingPlatform();
    try {
      const script = path.join(root, 'tools', 'bench', 'migrate-list.ts');
      const args = ['--conditions=react-server', ...drizzleOnce, script, url, platform.url, String(longList)];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
      const done = JSON.parse(stdout) as Done; // safe because: the script prints just this
      if (done.rows !== longList || platform.asked.size !== longList)
        throw new Error('Not every row was brought over.');
      return done;
    } finally {
      await platform.stop();
    }
  });
