import { randomUUID } from 'node:crypto';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { createPlatformDatabase } from '#platform/testing/platform-database.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { lockMigrations } from '#shared/database/migration-lock.ts';
import type { TestDatabase } from '#shared/testing/cloned-database.ts';
import { until } from '#shared/testing/until.ts';
import { runAdmin } from './admin/main.ts';
import * as logs from './base/log.ts';
import { openDatabase } from './db/client.ts';
import { migrateDatabase, platformSchema } from './db/migrate.ts';
import { startPlatform } from './main.ts';
import * as live from './simulator/live.ts';

const simulators = { started: 0, running: 0 };
const { startLiveSimulator } = live;
const starting = vi.spyOn(live, 'startLiveSimulator').mockImplementation((options) => {
  const simulator = startLiveSimulator(options);
  simulators.started += 1;
  simulators.running += 1;
  return {
    stop: async () => {
      await simulator.stop();
      simulators.running -= 1;
    },
  };
});
afterAll(() => starting.mockRestore());

let database: TestDatabase;
beforeAll(async () => {
  database = await createPlatformDatabase(inject('adminDatabaseUrl'));
});
afterAll(() => database.drop());

const settings = (overrides: Record<string, string> = {}) => ({
  PLATFORM_DATABASE_URL: database.url,
  PLATFORM_PORT: '0',
  PLATFORM_SECRET: 'a secret of the tests, long enough',
  LOG_LEVEL: 'silent',
  ...overrides,
});

async function newGym(): Promise<{ apiKey: string; gymId: string }> {
  let printed = '';
  const write = (text: string) => {
    printed += text;
  };
  await runAdmin(['create-gym', '--name', 'Gym', '--time-zone', 'Europe/Berlin'], { databaseUrl: database.url, write });
  return JSON.parse(printed);
}

async function requestsOf(apiKey: string): Promise<number> {
  const db = openDatabase({ url: database.url, maxConnections: 1 });
  const count = { name: 'requests', text: 'SELECT 60 - tokens AS requests FROM rate_buckets WHERE key_id = $1' };
  const [row] = await db.find<{ requests: number }>(count, [apiKey.split('_')[1]]);
  await db.close();
  return row?.requests ?? 0;
}

test('it starts, answers, and stops without open handles', async () => {
  const platform = await startPlatform(settings());
  const readiness = async () => (await fetch(`${platform.url}/ready`)).json();
  await until(async () => expect(await readiness()).toEqual({ status: 'ready' }));
  const unauthorized = await fetch(`${platform.url}/api/v2/accounts`);
  expect(unauthorized.status).toBe(401);
  await platform.stop();
  await expect(fetch(`${platform.url}/health`)).rejects.toThrow();
});

test.each([
  ['1', 1],
  ['', 0],
])('members of the demo chain move while PLATFORM_SIMULATOR is 1, and only then ("%s")', async (value, count) => {
  simulators.started = 0;
  const platform = await startPlatform(settings({ PLATFORM_SIMULATOR: value }));
  expect(simulators).toEqual({ started: count, running: count });
  await platform.stop();
  expect(simulators.running).toBe(0);
});

test('a sign-in link for an owner is created only when a sandbox starts', async () => {
  await runAdmin(['seed-demo'], { databaseUrl: database.url, write: () => {} });
  const [sandbox, other] = [await startPlatform(settings({ PLATFORM_SANDBOX: '1' })), await startPlatform(settings())];
  const pathOf = (link: string) => new URL(link).pathname;
  expect(sandbox.ownerLink).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/link\/[\w-]{32}$/);
  expect(other.ownerLink).toBeUndefined();
  const open = (url: string) => fetch(url, { redirect: 'manual' });
  const link = sandbox.ownerLink ?? '';
  expect((await open(`${other.url}${pathOf(link)}`)).status).toBe(404);
  const signedIn = await open(link);
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/console']);
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(await (await fetch(`${sandbox.url}/console`, { headers: { cookie } })).text()).toContain('München West');
  expect((await open(link)).status).toBe(404);
  await Promise.all([sandbox.stop(), other.stop()]);
});

test('the clock of a sandbox is moved in each of its processes, and the work of the nights in between is done', async () => {
  const gym = await newGym();
  const [one, other] = [
    await startPlatform(settings({ PLATFORM_SANDBOX: '1' })),
    await startPlatform(settings({ PLATFORM_SANDBOX: '1' })),
  ];
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ advanceMs: 40 * dayMs });
  const moved = await fetch(`${one.url}/sandbox/clock`, { method: 'PUT', headers, body });
  const { now } = (await moved.json()) as { now: string }; // safe because: the sandbox answers so
  const failure = await fetch(`${other.url}/api/v2/nothing`, { headers: { 'x-api-key': gym.apiKey } });
  const { timestamp } = (await failure.json()) as { timestamp: string }; // safe because: every failure has one
  expect(Math.abs(Date.parse(timestamp) - Date.parse(now))).toBeLessThan(dayMs);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const text = `SELECT FROM analytics_computations WHERE gym_id = $1 AND computed_at > now() + interval '39 days'`;
  await until(async () => expect((await client.query(text, [gym.gymId])).rowCount).toBe(1));
  await client.end();
  await Promise.all([one.stop(), other.stop()]);
});

test('a folder in which no file of the data export can be stored is reported at the start, which goes on', async () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const opening = vi.spyOn(logs, 'createLog').mockReturnValue(log);
  const folder = path.join(import.meta.filename, 'exports');
  const platform = await startPlatform(settings({ PLATFORM_EXPORTS_DIR: folder }));
  opening.mockRestore();
  const line = [expect.objectContaining({ folder }), 'files of the data export cannot be stored'];
  await until(() => expect(log.error.mock.calls).toContainEqual(line));
  expect((await fetch(`${platform.url}/health`)).status).toBe(200);
  await platform.stop();
});

test('two concurrent starts migrate one empty database', async () => {
  const name = `empty_${randomUUID()}`;
  const admin = new pg.Client({ connectionString: inject('adminDatabaseUrl') });
  await admin.connect();
  await admin.query(`CREATE DATABASE "${name}"`);
  const empty = new URL(database.url);
  empty.pathname = `/${name}`;
  const both = await Promise.all([1, 2].map(() => startPlatform(settings({ PLATFORM_DATABASE_URL: empty.href }))));
  expect(both[0]?.url).not.toBe(both[1]?.url);
  await Promise.all(both.map((platform) => platform.stop()));
  await admin.query(`DROP DATABASE "${name}" WITH (FORCE)`);
  await admin.end();
});

test('a start that waits too long for another migration names its process, and how to end it', async () => {
  const holder = new pg.Client({ connectionString: database.url, application_name: 'a console' });
  await holder.connect();
  await holder.query('BEGIN');
  await lockMigrations(holder, platformSchema, 100);
  await expect(migrateDatabase(database.url, { waitMs: 100 })).rejects.toThrow(
    /^The database of the platform is being brought up to date by somebody else: "a console" at [^\n]*pg_terminate_backend\(\d+\)[^\n]*$/,
  );
  await holder.query('COMMIT');
  await migrateDatabase(database.url, { waitMs: 100 });
  await holder.end();
});

test('a database migrated by a later version is refused in one sentence', async () => {
  const later = await createPlatformDatabase(inject('adminDatabaseUrl'));
  const client = new pg.Client({ connectionString: later.url });
  await client.connect();
  await client.query(`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', $1)`, [
    Date.UTC(2100, 0),
  ]);
  await client.end();
  await expect(startPlatform(settings({ PLATFORM_DATABASE_URL: later.url }))).rejects.toThrow(
    /^The database of the platform was last used by a later Front Desk: [^\n]*$/,
  );
  await later.drop();
});

test('a pending request is answered before it stops', async () => {
  const gym = await newGym();
  const platform = await startPlatform(settings({ PLATFORM_SANDBOX: '1' }));
  const json = { 'content-type': 'application/json' };
  await fetch(`${platform.url}/sandbox/faults/slow`, { method: 'PUT', headers: json, body: '{"delayMs":500}' });
  const slow = fetch(`${platform.url}/api/v2/products`, { headers: { 'x-api-key': gym.apiKey } });
  await until(async () => expect(await requestsOf(gym.apiKey)).toBe(1));
  await platform.stop();
  expect((await slow).status).toBe(200);
});

test('a port in use is reported with its variable', async () => {
  const taken = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as net.AddressInfo; // safe because: it listens on TCP
  await expect(startPlatform(settings({ PLATFORM_PORT: String(port) }))).rejects.toThrow(
    `Port ${port} is in use: set PLATFORM_PORT to another one.`,
  );
  taken.close();
});

test.each([
  ['postgres://nobody:x@127.0.0.1:1/none', /No PostgreSQL answers at 127\.0\.0\.1:1/],
  ['missing', /has no database "missing"/],
  ['wrong password', /does not let "front_desk" in/],
])('an unusable database (%s) is explained in one sentence', async (what, sentence) => {
  const url = new URL(database.url);
  if (what === 'missing') url.pathname = '/missing';
  if (what === 'wrong password') url.password = 'wrong';
  const address = what.startsWith('postgres') ? what : url.href;
  await expect(startPlatform(settings({ PLATFORM_DATABASE_URL: address }))).rejects.toThrow(sentence);
});
