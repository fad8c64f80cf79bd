import { randomUUID } from 'node:crypto';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { readEnv } from '#lib/server/base/env.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { startDesk } from '#lib/server/composition/start.ts';
import { openDatabase } from '#lib/server/db/client.ts';
import { createDeskDatabase } from '#lib/testing/desk-database.ts';
import { testSecret } from '#lib/testing/test-desk.ts';
import { openDatabase as openPlatformDatabase } from '#platform/db/client.ts';
import { register, settled } from '#platform/testing/deliveries.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { startReceiver } from '#platform/testing/receiver.ts';
import { until } from '#shared/testing/until.ts';
import { type FakePoolerOptions, openFakePooler } from '#tools/testing/fake-pooler.ts';
import { findPgBouncer, startPgBouncer } from '#tools/testing/pgbouncer.ts';
import { checkExternalDatabase } from './external-database.ts';

type Mode = FakePoolerOptions['mode'];

const pgBouncer = findPgBouncer();
const platform = startTestPlatform();

/** A server that responds like PgBouncer, and PgBouncer itself if installed. */
const poolers: [string, (mode: Mode) => Promise<string>][] = [
  [
    'a fake pooler',
    async (mode) => {
      const pooler = await openFakePooler({ mode });
      onTestFinished(pooler.close);
      return pooler.url;
    },
  ],
  ...(pgBouncer
    ? [['PgBouncer', (mode: Mode) => openPgBouncer(pgBouncer, mode)] as [string, (mode: Mode) => Promise<string>]]
    : []),
];

async function openPgBouncer(binary: string, mode: Mode, databaseUrl = platform.url): Promise<string> {
  const pooler = await startPgBouncer(binary, mode, databaseUrl);
  onTestFinished(pooler.stop);
  return pooler.url;
}

const check = (url: string) => checkExternalDatabase('DESK_DATABASE_URL', url);

describe.each(poolers)('%s', (_, open) => {
  test.each(['transaction', 'statement'] as const)('in %s mode is reported in one sentence', async (mode) => {
    await expect(check(await open(mode))).rejects.toThrow(
      /^DESK_DATABASE_URL leads to a pooler .* set its pool_mode to session .*PostgreSQL itself\.$/,
    );
  });

  test('in session mode works like PostgreSQL itself', async () => {
    await check(await open('session'));
  });
});

test('PostgreSQL itself is accepted', () => check(platform.url));

test('a startup parameter that the pooler rejects is named in the error', async () => {
  const pooler = await openFakePooler({ mode: 'session', refuses: 'options' });
  onTestFinished(pooler.close);
  await expect(check(`${pooler.url}?options=-c%20geqo%3Doff`)).rejects.toThrow(
    /does not take the start parameter "options" of DESK_DATABASE_URL: take it out/,
  );
});

test('a password that must be percent-encoded is reported in one sentence, without revealing it', async () => {
  const told = check('postgres://desk:ab/cd+e=@host/desk');
  await expect(told).rejects.toThrow(/^DESK_DATABASE_URL is no address[^\n]* percent-encode its password[^\n]*\.$/);
  await expect(told).rejects.not.toThrow('cd+e');
});

test.each([
  ['an address where nothing answers', 'postgres://desk@127.0.0.1:1/desk', /^No PostgreSQL answers at 127\.0\.0\.1:1/],
  ['a missing database', '', /^PostgreSQL at .* refuses DESK_DATABASE_URL: database "missing" does not exist\.$/],
])('%s is reported in one sentence', async (_, address, sentence) => {
  const missing = new URL(platform.url);
  missing.pathname = '/missing';
  await expect(check(address || missing.href)).rejects.toThrow(sentence);
});

describe.each(pgBouncer ? [pgBouncer] : [])('behind PgBouncer in session mode', (binary) => {
  test('the platform delivers its webhooks', async () => {
    const url = await openPgBouncer(binary, 'session');
    const db = openPlatformDatabase({ url });
    onTestFinished(db.close);
    const jobs = await startTestJobs({ ...platform, db, url });
    onTestFinished(jobs.stop);
    const receiver = await startReceiver();
    const gym = await platform.newGym();
    await register(gym, receiver);
    await gym.ask('checkin', { path: { accountId: await createMember(gym) }, body: {} });
    await settled(platform, gym, 'DELIVERED');
    expect(receiver.requests).toHaveLength(1);
  });

  test('the desk starts, receives live events and stops', async () => {
    const database = await createDeskDatabase(inject('adminDatabaseUrl'));
    onTestFinished(database.drop);
    const gym = { GYM_API_URL: 'http://127.0.0.1:1', GYM_API_KEY: 'key' };
    const url = await openPgBouncer(binary, 'session', database.url);
    const started = await startDesk(readEnv({ DESK_SECRET: testSecret, DESK_DATABASE_URL: url, ...gym }));
    const heard: string[] = [];
    const locationId = randomUUID();
    started.desk.live.subscribe(locationId, (event) => heard.push(event));
    const { db, close } = openDatabase(database.url);
    await notifyLive(db, { locationId, event: 'tasks' });
    await until(() => expect(heard).toEqual(['tasks']));
    await close();
    await started.stop();
  });
});
