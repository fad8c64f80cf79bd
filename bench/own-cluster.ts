import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { openCluster } from '#scripts/embedded-postgres/cluster.ts';

/** Works on a database of the platform, empty and of its own, in a folder that is gone afterwards. */
export async function withOwnCluster<T>(work: (place: { url: string; home: string }) => Promise<T>): Promise<T> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-bench-'));
  fs.chmodSync(home, 0o755);
  const cluster = await openCluster({ home, database: 'platform', access: 'own' });
  try {
    await migrateDatabase(cluster.url);
    return await work({ url: cluster.url, home });
  } finally {
    await cluster.stop();
    fs.rmSync(home, { recursive: true, force: true });
  }
}
