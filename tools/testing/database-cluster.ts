import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { findBinaries } from '#programs/postgresql/binaries.ts';
import { openCluster } from '#programs/postgresql/cluster.ts';
import { makeClusterFolder } from '#programs/postgresql/cluster-folder.ts';
import { createCluster } from '#programs/postgresql/create-cluster.ts';
import { findOperatingUser } from '#programs/postgresql/operating-user.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of a cluster that exists for the duration of the test run. */
    adminDatabaseUrl: string;
    /** The folder of a cluster that was never started: see `copyEmptyCluster`. */
    emptyCluster: string;
  }
}

/** One PostgreSQL for the database tests of all projects; each test file creates its own database in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if ('adminDatabaseUrl' in project.getProvidedContext()) return async () => {};
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-test-'));
  fs.chmodSync(home, 0o755);
  const user = findOperatingUser();
  const made = await makeClusterFolder({ home, user }, (folder) => createCluster(folder, findBinaries(user), user));
  const emptyCluster = path.join(home, 'empty');
  execFileSync('cp', ['-a', made, emptyCluster]);
  const cluster = await openCluster({
    home,
    database: 'postgres',
    access: 'own',
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  project.vitest.provide('adminDatabaseUrl', cluster.url);
  project.vitest.provide('emptyCluster', emptyCluster);
  return async () => {
    await cluster.stop();
    fs.rmSync(home, { recursive: true, force: true });
  };
}
