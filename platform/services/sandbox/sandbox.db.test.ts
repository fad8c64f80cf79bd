import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import { createLog } from '#platform/base/log.ts';
import { createPlatformDatabase } from '#platform/testing/platform-database.ts';
import type { TestDatabase } from '#shared/testing/cloned-database.ts';
import { until } from '#shared/testing/until.ts';
import { listFaults } from './faults/list.ts';
import { removeFaults } from './faults/remove.ts';
import { setFault } from './faults/set.ts';
import { strikes } from './faults/strike.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import { stateLock } from './wait-for-processes.ts';

let database: TestDatabase;
const opened: Sandbox[] = [];
const openProcess = async () => {
  const sandbox = await openSandbox({ databaseUrl: database.url, ids: randomIds, log: createLog('silent') });
  opened.push(sandbox);
  return sandbox;
};
beforeEach(async () => {
  database = await createPlatformDatabase(inject('adminDatabaseUrl'));
});
afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox.close();
  await database.drop();
});

async function closeListeners() {
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'front desk sandbox' AND datname = current_database()`);
  await admin.end();
}

const rulesOf = ({ state }: Sandbox) => state.faults.map(({ name, rule }) => [name, rule]);

test('every process works with a change as soon as the one that made it has returned', async () => {
  const processes = [await openProcess(), await openProcess(), await openProcess()];
  const [one, other] = processes as [Sandbox, Sandbox]; // safe because: there are three
  for (let round = 0; round < 30; round += 1) {
    await setFault(round % 2 === 0 ? one : other, 'busy', { status: 500 + round });
    for (const sandbox of processes) expect(rulesOf(sandbox)).toEqual([['busy', { status: 500 + round }]]);
  }
  await Promise.all(processes.map((sandbox, index) => setFault(sandbox, `of ${index}`, { delayMs: index })));
  for (const sandbox of processes) expect(rulesOf(sandbox)).toHaveLength(4);
  await removeFaults(other);
  for (const sandbox of processes) expect(rulesOf(sandbox)).toEqual([]);
});

test('a number of requests is that of all processes together', async () => {
  const processes = [await openProcess(), await openProcess()];
  const [one] = processes as [Sandbox]; // safe because: there are two
  await setFault(one, 'few', { status: 500, times: 5 });
  const struck = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const sandbox = processes[index % 2] ?? one;
      const [fault] = sandbox.state.faults;
      return fault && strikes(sandbox, fault);
    }),
  );
  expect(struck.filter((isStruck) => isStruck)).toHaveLength(5);
  expect(await listFaults(one)).toEqual([{ name: 'few', status: 500, times: 5, timesLeft: 0 }]);
});

test('rules stay while any process runs, and end with the last one', async () => {
  const one = await openProcess();
  await setFault(one, 'down', { drop: 'before' });
  const other = await openProcess();
  await one.close();
  opened.splice(opened.indexOf(one), 1);
  const third = await openProcess();
  expect(rulesOf(third)).toEqual([['down', { drop: 'before' }]]);
  for (const sandbox of [other, third]) await sandbox.close();
  opened.splice(0);
  expect(rulesOf(await openProcess())).toEqual([]);
});

test('a process that lost its connection takes over what it has missed', async () => {
  const [one, other] = [await openProcess(), await openProcess()];
  await closeListeners();
  await setFault(one, 'slow', { delayMs: 1 });
  await until(() => {
    for (const sandbox of [one, other]) expect(rulesOf(sandbox)).toEqual([['slow', { delayMs: 1 }]]);
  });
  await setFault(other, 'slow', { delayMs: 2 });
  for (const sandbox of [one, other]) expect(rulesOf(sandbox)).toEqual([['slow', { delayMs: 2 }]]);
});

test('a process that starts during a change misses nothing', async () => {
  const one = await openProcess();
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const untilWaiting = (mode: string) =>
    until(async () => {
      const { rows } = await observer.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND mode = $2 AND NOT granted`,
        [stateLock, mode],
      );
      expect(rows).toHaveLength(1);
    });
  const observer = new pg.Client({ connectionString: database.url });
  await observer.connect();
  // whoever waits for this lock is between reading the state and working with it
  const locking = admin.query('SELECT pg_advisory_lock($1, $2)', [stateLock, one.state.version]);
  await untilWaiting('ExclusiveLock');
  const starting = openProcess();
  await untilWaiting('ShareLock');
  const setting = setFault(one, 'down', { drop: 'before' });
  await locking;
  await admin.end();
  const other = await starting;
  await setting;
  await observer.end();
  expect(rulesOf(other)).toEqual([['down', { drop: 'before' }]]);
});
