import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { startChild } from '#programs/base/child-program.ts';
import { findFreePorts } from '#programs/base/free-ports.ts';
import { openCluster } from '#programs/postgresql/cluster.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';

interface Place {
  url: string;
  home: string;
  /** PostgreSQL's data directory. */
  folder: string;
}

/** Runs with an empty cluster of its own, in a temporary folder. */
export async function withOwnCluster<T>(database: string, work: (place: Place) => Promise<T>): Promise<T> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-bench-'));
  fs.chmodSync(home, 0o755);
  const cluster = await openCluster({ home, database, access: 'own' });
  try {
    return await work({ url: cluster.url, home, folder: cluster.folder });
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

/** The data directory of the platform that `starterOf` starts. */
export const dataDirOf = (home: string): string => path.join(home, 'data');

/** Returns a function that starts the built platform on such a database, each time at the same port. */
export async function starterOf({ url, home }: Omit<Place, 'folder'>): Promise<() => ReturnType<typeof startChild>> {
  const [port] = await findFreePorts(1);
  const env = {
    ...ownSurroundings(),
    DATA_DIR: dataDirOf(home),
    PLATFORM_DATABASE_URL: url,
    PLATFORM_PORT: String(port),
  };
  return () => startChild({ script: 'programs/platform.ts', env, logFile: path.join(home, 'log') });
}
