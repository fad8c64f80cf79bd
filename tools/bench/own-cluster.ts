import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { openCluster } from '#programs/postgresql/cluster.ts';

interface Place {
  url: string;
  home: string;
}

/** Runs with an empty cluster of its own, in a temporary folder. */
export async function withOwnCluster<T>(database: string, work: (place: Place) => Promise<T>): Promise<T> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-bench-'));
  fs.chmodSync(home, 0o755);
  const cluster = await openCluster({ home, database, access: 'own' });
  try {
    return await work({ url: cluster.url, home });
  } finally {
    await cluster.stop();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/** The same with an empty platform. */
export const withOwnPlatform = <T>(work: (place: Place) => Promise<T>): Promise<T> =>
  withOwnCluster('platform', async (place) => {
    await migrateDatabase(place.url);
    return work(place);
  });
