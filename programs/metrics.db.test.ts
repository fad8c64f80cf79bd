import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { refreshMetrics } from '#lib/server/composition/refresh-metrics.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { startJobs } from '#lib/server/jobs/boss-jobs.ts';
import { inventMember } from '#lib/testing/members.ts';
import { createTestDesk, type TestDesk, type TestLocation } from '#lib/testing/test-desk.ts';
import { runAdmin } from '#platform/admin/main.ts';
import { type RunningPlatform, startPlatform } from '#platform/main.ts';
import { createPlatformDatabase } from '#platform/testing/platform-database.ts';
import type { TestDatabase } from '#shared/testing/cloned-database.ts';
import { type MetricFamily, readMetrics } from '#tools/testing/read-metrics.ts';
import { findFreePort } from './base/free-ports.ts';
import { type MetricsServer, openMetricsServer, type ProgramMetrics } from './base/metrics-server.ts';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const servers: MetricsServer[] = [];

async function serve(variable: Parameters<typeof openMetricsServer>[0], program: ProgramMetrics) {
  const port = await findFreePort();
  servers.push(await openMetricsServer(variable, program, { [variable]: String(port) }));
  return async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}
afterAll(() => Promise.all(servers.map(({ close }) => close())));

const sampleOf = (families: Map<string, MetricFamily>, name: string, labels: Record<string, string> = {}) =>
  families
    .get(name)
    ?.samples.find((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))?.value;

function expectClean(text: string): void {
  if (!hasPromtool) return void console.warn('promtool is not on this machine (apt: prometheus): not asked.');
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
}

describe('the desk', () => {
  let testDesk: TestDesk;
  let here: TestLocation;
  let read: () => Promise<string>;
  const lena = inventMember();

  beforeAll(async () => {
    testDesk = await createTestDesk(inject('adminDatabaseUrl'));
    const { desk } = testDesk;
    const jobs = await startJobs(testDesk.databaseUrl, desk.log);
    await jobs.open('confirm-visit', (row: { locationId: string }) => row);
    await jobs.stop();
    here = await testDesk.openLocation();
    here.platform.members.push(lena);
    const pools = { requests: { use: () => ({ total: 3, idle: 1, waiting: 4 }) } };
    const refresh = () => refreshMetrics({ ...desk, pools, countWindows: () => 2 });
    read = await serve('DESK_METRICS_PORT', { registry: desk.metrics.registry, refresh });
  });
  afterAll(() => testDesk.close());

  test('reports first the age of the oldest visit that is not yet sent to the platform', async () => {
    expect(sampleOf(readMetrics(await read()), 'desk_oldest_unsent_visit_age_seconds')).toBe(0);
    await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: lena.card });
    testDesk.clock.now += 90_000;
    const waiting = readMetrics(await read());
    expect([...waiting.keys()][0]).toBe('desk_oldest_unsent_visit_age_seconds');
    expect(sampleOf(waiting, 'desk_oldest_unsent_visit_age_seconds')).toBe(90);
    expect(sampleOf(waiting, 'desk_unsent_visits', { state: 'held' })).toBe(1);
    expect(sampleOf(waiting, 'desk_due_jobs', { queue: 'send-visit' })).toBe(1);
    expect(sampleOf(waiting, 'desk_oldest_due_job_age_seconds', { queue: 'send-visit' })).toBe(80);
    await here.pass(60_000);
    const sent = readMetrics(await read());
    expect(sampleOf(sent, 'desk_oldest_unsent_visit_age_seconds')).toBe(0);
    expect(sampleOf(sent, 'desk_unsent_visits', { state: 'held' })).toBe(0);
  });

  test('counts a tap once, despite retries, and the platform’s verdict', async () => {
    const tap = { ...here.tap(), source: 'scan' as const, value: '0x04CA11AB1E' };
    const before = readMetrics(await read());
    await lookUp({ desk: testDesk.desk, actor: here.actor }, tap);
    await lookUp({ desk: testDesk.desk, actor: here.actor }, tap);
    const after = readMetrics(await read());
    const unknown = { operation: 'lookUp', verdict: 'unknown' };
    expect(sampleOf(after, 'desk_verdicts_total', unknown)).toBe(
      (sampleOf(before, 'desk_verdicts_total', unknown) ?? 0) + 1,
    );
    expect(sampleOf(after, 'desk_platform_requests_total', { outcome: '404' })).toBeGreaterThanOrEqual(1);
    expect(sampleOf(after, 'desk_platform_queue_length', { urgency: 'interactive' })).toBe(0);
    expect(sampleOf(after, 'desk_live_windows')).toBe(2);
    expect(sampleOf(after, 'desk_database_connections', { state: 'busy' })).toBe(2);
    expect(sampleOf(after, 'desk_database_waiting')).toBe(4);
    for (const queue of ['send-visit', 'send-task-change', 'confirm-visit']) {
      expect(sampleOf(after, 'desk_due_jobs', { queue })).toBe(0);
    }
    expect(sampleOf(after, 'nodejs_eventloop_lag_p99_seconds')).toEqual(expect.any(Number));
  });

  test('show an outage of the platform, and contain neither member, card, key nor location', async () => {
    await here.platform.stop();
    await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: lena.card });
    const text = await read();
    expect(sampleOf(readMetrics(text), 'desk_locations_without_platform', { connection: 'unreachable' })).toBe(1);
    expectClean(text);
    const { firstName, lastName, email, accountId, membership } = lena.account;
    const [mira] = await testDesk.desk.db.select().from(staff);
    const canaries = [firstName, lastName, email, accountId, membership?.membershipId, lena.card, here.location.id];
    for (const canary of [...canaries, here.platform.apiKey, mira?.email, mira?.name]) {
      expect(canary).toBeTruthy();
      expect(text + JSON.stringify(testDesk.logged).replaceAll(here.location.id, '')).not.toContain(canary);
    }
  });

  test('report an outage of the database and survive it', async () => {
    const { desk } = testDesk;
    const fail = () => {
      throw new Error('away');
    };
    const away = Object.assign(Object.create(desk.db), { select: () => fail() });
    await refreshMetrics({ ...desk, db: away, pools: {}, countWindows: () => 0 });
    expect(await desk.metrics.registry.getSingleMetricAsString('desk_database_up')).toMatch(/desk_database_up 0$/m);
  });
});

describe('the platform', () => {
  let database: TestDatabase;
  let platform: RunningPlatform;
  let read: () => Promise<string>;
  let apiKey = '';

  beforeAll(async () => {
    database = await createPlatformDatabase(inject('adminDatabaseUrl'));
    let printed = '';
    const write = (text: string) => {
      printed += text;
    };
    const command = ['create-gym', '--name', 'Gym', '--time-zone', 'Europe/Berlin'];
    await runAdmin(command, { databaseUrl: database.url, write });
    ({ apiKey } = JSON.parse(printed));
    platform = await startPlatform({
      PLATFORM_DATABASE_URL: database.url,
      PLATFORM_PORT: '0',
      PLATFORM_SECRET: 'a secret of the tests, long enough',
      LOG_LEVEL: 'silent',
    });
    read = await serve('PLATFORM_METRICS_PORT', platform.metrics);
  });
  afterAll(async () => {
    await platform.stop();
    await database.drop();
  });

  test('counts requests by the operation of the contract, and contains no path, person or key', async () => {
    const ask = (path: string) => fetch(`${platform.url}${path}`, { headers: { 'x-api-key': apiKey } });
    await ask('/api/v2/accounts?email=canary@example.com');
    await ask('/api/v2/accounts/canary');
    await ask('/api/v2/canary');
    await ask('/canary');
    const text = await read();
    const families = readMetrics(text);
    const count = (labels: Record<string, string>) => sampleOf(families, 'platform_requests_total', labels);
    expect(count({ interface: 'v2', operation: 'listAccounts', status: '200' })).toBe(1);
    expect(count({ interface: 'v2', operation: 'retrieveAccount' })).toBe(1);
    expect(count({ interface: 'v2', operation: 'other', status: '404' })).toBe(1);
    expect(count({ interface: 'other', operation: 'other', status: '404' })).toBe(1);
    expect(sampleOf(families, 'platform_due_jobs', { queue: 'webhook-deliveries' })).toBe(0);
    expect(sampleOf(families, 'platform_database_up')).toBe(1);
    expect(sampleOf(families, 'platform_database_connections', { pool: 'requests', state: 'busy' })).toBe(0);
    expect(text).not.toMatch(/canary/i);
    expect(text).not.toContain(apiKey);
    expectClean(text);
  });

  test('counts requests refused by its rate limiter', async () => {
    const ask = () => fetch(`${platform.url}/api/v2/products`, { headers: { 'x-api-key': apiKey } });
    for (let asked = 0; asked < 200 && (await ask()).status !== 429; asked += 1);
    const refused = sampleOf(readMetrics(await read()), 'platform_rate_limited_requests_total', { interface: 'v2' });
    expect(refused).toBe(1);
  });
});

test('nothing is served unless a port is set', async () => {
  // safe because: unread
  const { port, close } = await openMetricsServer('DESK_METRICS_PORT', {} as ProgramMetrics, {});
  expect(port).toBeUndefined();
  await close();
});
