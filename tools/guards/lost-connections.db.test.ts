import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { openDatabase } from '#lib/server/db/client.ts';
import { startJobs } from '#lib/server/jobs/boss-jobs.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { createDeskDatabase } from '#lib/testing/desk-database.ts';
import { inventMember } from '#lib/testing/members.ts';
import { createTestDesk } from '#lib/testing/test-desk.ts';
import { openOperatorDatabase, openDatabase as openPlatformDatabase } from '#platform/db/client.ts';
import { createPlatformDatabase } from '#platform/testing/platform-database.ts';
import { until } from '#shared/testing/until.ts';
import { openSilentProxy, type SilentProxy } from '#tools/testing/silent-proxy.ts';

/** One of the ways in which the programs use a database. */
interface Opened {
  /** Two statements in one transaction, with an action between them. */
  inTransaction(between: () => Promise<unknown>): Promise<unknown>;
  close(): Promise<void>;
}

/** Shorter than the programs' timeouts. */
const aWhileMs = 2_000;
const pid = sql`select pg_backend_pid() as pid`;
const chain = '00000000-0000-4000-8000-000000000000';

// what is opened while the database is silent has to fail in time
beforeAll(() => void vi.restoreAllMocks());

const ways: [string, 'desk' | 'platform', (url: string, longestAnswerMs?: number) => Opened][] = [
  [
    'the desk',
    'desk',
    (url, longestAnswerMs) => {
      const { db, close } = openDatabase(url, { maxConnections: 1, longestAnswerMs });
      const inTransaction: Opened['inTransaction'] = (between) =>
        db.transaction(async (tx) => {
          await tx.execute(pid);
          await between();
          await tx.execute(pid);
        });
      return { inTransaction, close };
    },
  ],
  [
    'the platform',
    'platform',
    (url, longestAnswerMs) => {
      const database = openPlatformDatabase({ url, maxConnections: 1, longestAnswerMs });
      const inTransaction: Opened['inTransaction'] = (between) =>
        database.chain(chain).transaction(async (tx) => {
          await tx.execute(pid);
          await between();
          await tx.execute(pid);
        });
      return { inTransaction, close: database.close };
    },
  ],
  [
    'the platform’s operator',
    'platform',
    (url, longestAnswerMs) => {
      const database = openOperatorDatabase({ url, maxConnections: 1, longestAnswerMs });
      const inTransaction: Opened['inTransaction'] = (between) =>
        database.transaction(async (tx) => {
          await tx.execute(pid);
          await between();
          await tx.execute(pid);
        });
      return { inTransaction, close: database.close };
    },
  ],
];

async function openDatabaseOf(program: 'desk' | 'platform'): Promise<string> {
  const adminUrl = inject('adminDatabaseUrl');
  const database = program === 'desk' ? await createDeskDatabase(adminUrl) : await createPlatformDatabase(adminUrl);
  onTestFinished(database.drop);
  return database.url;
}

async function openProxyTo(databaseUrl: string): Promise<SilentProxy> {
  const proxy = await openSilentProxy(databaseUrl);
  onTestFinished(proxy.close);
  return proxy;
}

/** On a busy machine one statement may take longer than the timeout of these tests: then the next transaction works. */
const untilWorking = ({ inTransaction }: Opened) => until(() => inTransaction(async () => {}));

/** Terminates all connections to a database, as its server does when it dies. */
async function killConnections(databaseUrl: string): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, { maxConnections: 1 });
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await close();
}

describe.each(ways)('a transaction of %s', (_, program, open) => {
  test('fails with its connection when that is killed between two statements, and nothing else ends', async () => {
    const url = await openDatabaseOf(program);
    const opened = open(url);
    onTestFinished(opened.close);
    const killed = opened.inTransaction(async () => {
      await killConnections(url);
      await pause(100); // the error arrives on the idle connection
    });
    await expect(killed).rejects.toThrow();
    await untilWorking(opened);
  });

  test('releases its connection if even BEGIN is not answered', async () => {
    const proxy = await openProxyTo(await openDatabaseOf(program));
    const opened = open(proxy.url, aWhileMs);
    onTestFinished(opened.close);
    await untilWorking(opened);
    proxy.fallSilent();
    await expect(opened.inTransaction(async () => {})).rejects.toThrow();
    proxy.speakAgain();
    // the pool has one connection: a leaked one would block everything, including the end
    await untilWorking(opened);
  });

  test('times out if the database stops responding, its connection is discarded, and later ones work', async () => {
    const proxy = await openProxyTo(await openDatabaseOf(program));
    const opened = open(proxy.url, aWhileMs);
    onTestFinished(opened.close);
    await expect(opened.inTransaction(async () => proxy.fallSilent())).rejects.toThrow();
    proxy.speakAgain();
    // the pool has one connection: the unresponsive one would block everything
    await untilWorking(opened);
  });
});

test('live events are received again after the database was unresponsive', async () => {
  const url = await openDatabaseOf('desk');
  const proxy = await openProxyTo(url);
  const testDesk = await createTestDesk(inject('adminDatabaseUrl'));
  onTestFinished(testDesk.close);
  // on a busy machine one statement may take longer than the timeout of this test
  const live = await until(() =>
    startLiveEvents(proxy.url, testDesk.desk.log, { beatEveryMs: 100, longestAnswerMs: aWhileMs }),
  );
  onTestFinished(live.stop);
  const heard: string[] = [];
  live.subscribe('l-1', (event) => heard.push(event));
  proxy.fallSilent();
  await pause(2 * aWhileMs);
  proxy.speakAgain();
  await until(() => expect(heard).toContain('presence'));
});

test('jobs of the desk run again after the database was unresponsive', async () => {
  const url = await openDatabaseOf('desk');
  const proxy = await openProxyTo(url);
  const testDesk = await createTestDesk(inject('adminDatabaseUrl'));
  onTestFinished(testDesk.close);
  const keyOf = ({ locationId }: { locationId: string }) => ({ locationId });
  // the first start creates the tables, and the first opening the queue, which takes time
  const patient = await startJobs(url, testDesk.desk.log);
  await patient.open('silent', keyOf);
  await patient.stop();
  // on a busy machine one statement may take longer than the timeout of this test
  const jobs = await until(() => startJobs(proxy.url, testDesk.desk.log, { longestAnswerMs: aWhileMs }));
  onTestFinished(jobs.stop);
  const queue = await until(() => jobs.open('silent', keyOf));
  const done: string[] = [];
  await queue.work(
    async ({ locationId }) => void done.push(locationId),
    () => () => {},
  );
  const { db, close } = openDatabase(url);
  onTestFinished(close);
  const enqueue = (locationId: string) => queue.enqueue(db, [{ locationId }], new Date(0));
  await enqueue('before');
  await until(() => expect(done).toEqual(['before']));
  proxy.fallSilent();
  await pause(2 * aWhileMs);
  proxy.speakAgain();
  await enqueue('after');
  await until(() => expect(done).toEqual(['before', 'after']));
});

test('taps are answered while the database is unresponsive, and each records one visit when it responds again', async () => {
  const testDesk = await createTestDesk(inject('adminDatabaseUrl'));
  onTestFinished(testDesk.close);
  const here = await testDesk.openLocation();
  const proxy = await openProxyTo(testDesk.databaseUrl);
  const { db, close } = openDatabase(proxy.url, { longestAnswerMs: aWhileMs });
  onTestFinished(close);
  const desk = { ...testDesk.desk, db };
  const members = Array.from({ length: 30 }, () => inventMember());
  here.platform.members.push(...members);
  const scan = (value: string) => ({ ...here.tap(), source: 'scan' as const, value });
  const taps = members.map(({ card }) => scan(card));
  const send = () => Promise.allSettled(taps.map((tap) => lookUp({ desk, actor: here.actor }, tap)));
  const kindsOf = (answers: PromiseSettledResult<unknown>[]) => new Set(answers.map(({ status }) => status));
  const strangers = ['0x04A2EEE1', '0x04A2EEE2', '0x04A2EEE3'].map(scan);
  // opens the connections that will become unresponsive
  await until(() => Promise.all(strangers.map((tap) => lookUp({ desk, actor: here.actor }, tap))));

  proxy.fallSilent();
  expect(kindsOf(await send())).toEqual(new Set(['rejected']));
  proxy.speakAgain();
  await until(async () => expect(kindsOf(await send())).toEqual(new Set(['fulfilled'])));
  expect(await here.ledger()).toHaveLength(taps.length);
});
