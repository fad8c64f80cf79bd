import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { openCluster } from '#programs/postgresql/cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of a cluster that exists for the duration of the test run. */
    adminDatabaseUrl: string;
  }
}

/** One PostgreSQL for all database tests; each test file creates its own database in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-test-'));
  fs.chmodSync(home, 0o755);
  const cluster = await openCluster({
    home,
    database: 'postgres',
    access: 'own',
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  project.provide('adminDatabaseUrl', cluster.url);
  return async () => {
    await cluster.stop();
    fs.rmSync(home, { recursive: true, force: true });
  };
}
