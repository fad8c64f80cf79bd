import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { migrationRows, migrationRuns } from '#lib/server/db/schema/migration.ts';
import { type CountingPlatform, startCountingPlatform } from '#lib/testing/counting-platform.ts';
import { createTestDesk, type TestDesk, type TestLocation, testSecret } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { startMigration } from './start-migration.ts';

let testDesk: TestDesk;
let platform: CountingPlatform;
let here: TestLocation;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  testDesk = await createTestDesk(inject('adminDatabaseUrl'));
  platform = await startCountingPlatform();
  here = await testDesk.openLocation();
  await testDesk.desk.db.update(locations).set({ apiUrl: platform.url }).where(eq(locations.id, here.location.id));
});
afterEach(async () => {
  for (const child of children) await kill(child);
});
afterAll(async () => {
  await platform.stop();
  await testDesk.close();
});

const script = path.join(import.meta.dirname, '..', '..', 'testing', 'migrating-process.ts');

function startProcess(): ChildProcess {
  const flags = ['--conditions=react-server', '--import', './programs/resolve-drizzle-once.ts'];
  const child = spawn(process.execPath, [...flags, script, testDesk.databaseUrl, testSecret], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.add(child);
  return child;
}

/** Ends a process without any shutdown, as a power cut would. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  children.delete(child);
}

/** Ten batches of twelve: a kill affects only the batch in flight, however many rows wait behind it. */
const idCount = 120;

test(`${idCount} ids are migrated once each although the desk is killed twice`, async () => {
  const { db } = testDesk.desk;
  const ids = Array.from({ length: idCount }, (_, index) => index + 1);
  // due long ago for the child processes, which use the system clock
  const desk = { ...testDesk.desk, clock: () => 0 };
  const started = await startMigration({ desk, actor: here.actor }, { file: Buffer.from(ids.join('\n')) });
  expect(started).toMatchObject({ kind: 'started', ids: idCount });
  // in the middle of a batch
  for (const answered of [0.3 * idCount + 6, 0.6 * idCount + 6]) {
    platform.answersFor(answered);
    const child = startProcess();
    await until(() => expect(platform.asked.size).toBeGreaterThan(answered));
    await kill(child);
    // the next process need not wait until the lease of the killed one ends
    await db.update(migrationRuns).set({ leaseEndsAt: new Date(0) });
    expect(platform.asked.size).toBeLessThan(idCount);
  }
  platform.answersFor(idCount);
  startProcess();
  await until(async () => expect(await db.select().from(migrationRuns)).toMatchObject([{ state: 'finished' }]));

  expect([...platform.asked.keys()].toSorted((a, b) => a - b)).toEqual(ids);
  const again = [...platform.asked.values()].filter((times) => times > 1);
  // requests in flight at a kill are sent again: at most one batch for each kill
  expect(again.length, 'control: a kill cuts a batch off').toBeGreaterThan(0);
  expect(again.length).toBeLessThanOrEqual(2 * 12);
  expect(again.every((times) => times === 2)).toBe(true);
  const [counted] = await db
    .select({
      rows: sql<number>`count(*)::int`,
      accounts: sql<number>`count(distinct ${migrationRows.accountId})::int`,
      right: sql<number>`count(*) filter (where ${migrationRows.accountId} = 'account-' || ${migrationRows.legacyUserId})::int`,
      done: sql<number>`count(*) filter (where ${migrationRows.state} in ('migrated', 'alreadyThere'))::int`,
    })
    .from(migrationRows);
  expect(counted).toEqual({ rows: idCount, accounts: idCount, right: idCount, done: idCount });
  expect(await db.$count(members, eq(members.locationId, here.location.id))).toBe(idCount);
});
