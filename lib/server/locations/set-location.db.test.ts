import { eq } from 'drizzle-orm';
import { beforeEach, expect, inject, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { type Env, readEnv } from '#lib/server/base/env.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { tasks } from '#lib/server/db/schema/tasks.ts';
import { mirrorDirectory, mirroringMembers } from '#lib/server/directory/mirror.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { mirroringTasks, mirrorTasks } from '#lib/server/tasks/mirror.ts';
import { keepWebhooksRegistered } from '#lib/server/webhooks/register.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { createTestDesk, type TestLocation, testSecret } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { retireLocation } from './retire-location.ts';
import { setLocation } from './set-location.ts';
import { tellDifferences } from './tell-differences.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let lena: ReturnType<typeof inventMember>;

beforeEach(async () => {
  here = await testDesk.openLocation();
  lena = inventMember();
  here.platform.members.push(lena);
});

const scan = () =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: lena.card });
const retire = (isRetired: boolean) => retireLocation(testDesk.desk, { locationId: here.location.id, isRetired });

test('another key is used at once by a process that runs, and sends what waited for it', async () => {
  await scan();
  here.platform.apiKey = 'another key';
  await here.pass(10_000);
  expect(await here.ledger()).toMatchObject([{ state: 'waiting', lastError: 'keyRejected' }]);
  for (let attempt = 0; attempt < 8; attempt += 1) await here.pass(60_000);

  const other = testDesk.another();
  await setLocation(other, { locationId: here.location.id, change: { apiKey: 'another key' }, by: null });
  expect(await readStatus({ desk: other, actor: here.actor })).toMatchObject({
    connection: { state: 'reachable' },
  });
  await here.pass(0);
  expect(await here.ledger()).toMatchObject([{ state: 'sent' }]);
});

test('another address is asked at once by a process that runs', async () => {
  const elsewhere = await testDesk.openLocation();
  await setLocation(testDesk.another(), {
    locationId: here.location.id,
    change: { apiUrl: elsewhere.platform.url },
    by: null,
  });
  const [location] = await testDesk.desk.db.select().from(locations).where(eq(locations.id, here.location.id));
  if (!location) throw new Error('The location is missing.');
  await lookUp(
    { desk: testDesk.desk, actor: { ...here.actor, location } },
    { ...here.tap(), source: 'scan', value: lena.card },
  );
  expect([here.platform.requests.length, elsewhere.platform.requests.length]).toEqual([0, 1]);
});

test('with another key all is read anew, and whoever reads a list just then keeps nothing of it', async () => {
  const { desk } = testDesk;
  await workNow(desk, mirroringMembers);
  await workNow(desk, mirroringTasks);
  here.platform.tasks.set({ targetId: lena.account.accountId });
  testDesk.clock.now += 60_000;
  const held = holdAnswer();
  const newcomer = inventMember();
  here.platform.fault = ({ path }) => {
    if (path.endsWith('/tasks')) return { status: 200, body: here.platform.tasks.all, after: held.promise };
    const body = { offset: 0, limit: 100, items: [newcomer.account], total: 1, hasNext: false };
    return { status: 200, body, after: held.promise };
  };
  here.platform.requests.length = 0;
  const reading = Promise.all([mirrorDirectory(desk, here.location), mirrorTasks({ desk, actor: here.actor })]);
  await until(() => expect(here.platform.requests).toHaveLength(2));
  await setLocation(desk, { locationId: here.location.id, change: { apiKey: here.platform.apiKey }, by: null });
  held.release();
  await reading;
  const isHere = (table: typeof members | typeof tasks) => eq(table.locationId, here.location.id);
  expect(await desk.db.$count(members, isHere(members))).toBe(1);
  expect(await desk.db.$count(tasks, isHere(tasks))).toBe(0);
  here.platform.fault = () => null;
  here.platform.requests.length = 0;
  await mirrorDirectory(desk, here.location);
  await mirrorTasks({ desk, actor: here.actor });
  expect(here.platform.requests.map(({ query }) => query.get('fromTimestamp') ?? query.get('modifiedSince'))).toEqual([
    null,
    null,
  ]);
});

test('a retired location has no scans and asks the platform for nothing, until it is taken back', async () => {
  const { staffId } = here.actor;
  const work = () => contextOf(testDesk.desk, staffId);
  await scan();
  await retire(true);
  await expect(work()).rejects.toMatchObject({ code: 'notAllowed' });
  const asked = here.platform.requests.length;
  await workNow(testDesk.desk, mirroringMembers);
  await workNow(testDesk.desk, mirroringTasks);
  expect(here.platform.requests).toHaveLength(asked);
  // what was recorded before is still the platform's
  await here.pass(10_000);
  expect(await here.ledger()).toMatchObject([{ state: 'sent' }]);

  await retire(false);
  expect((await work())?.actor.location.id).toBe(here.location.id);
  await workNow(testDesk.desk, mirroringMembers);
  expect(here.platform.count('/accounts')).toBeGreaterThan(1);
});

test('the platform of a retired location tells nothing more, and does again once it is taken back', async () => {
  await keepWebhooksRegistered(testDesk.desk);
  expect(here.platform.webhooks.all).toHaveLength(1);
  await retire(true);
  await keepWebhooksRegistered(testDesk.desk);
  expect(here.platform.webhooks.all).toHaveLength(0);
  await retire(false);
  await keepWebhooksRegistered(testDesk.desk);
  expect(here.platform.webhooks.all).toHaveLength(1);
});

test('a start says where the environment differs from the location, without a secret, and how to take it over', async () => {
  const alone = await createTestDesk(inject('adminDatabaseUrl'));
  const { location, platform } = await alone.openLocation();
  const env = (gym: Record<string, string>): Env =>
    readEnv({ DESK_SECRET: testSecret, DESK_DATABASE_URL: alone.databaseUrl, ...gym });
  const tell = (gym: Record<string, string>) => tellDifferences(alone.desk.db, env(gym));
  const held = { GYM_API_URL: platform.url, GYM_API_KEY: platform.apiKey };
  expect(await tell({})).toBeNull();
  expect(await tell(held)).toBeNull();
  const told = await tell({ ...held, GYM_API_KEY: 'hush' });
  expect(told).toContain(`sets GYM_API_KEY, but the location "${location.name}" holds something else`);
  expect(told).toContain(
    `printf '%s\\n' "$GYM_API_KEY" | npm run -s desk:admin -- set-location --location ${location.id} --key -`,
  );
  expect(told).not.toContain('hush');
  expect(await tell({ ...held, GYM_API_URL: 'https://other.example.com' })).toMatch(/--url "\$GYM_API_URL"$/);
  // another location holds it: the environment says nothing new
  const other = await alone.openLocation();
  expect(await tell({ GYM_API_URL: other.platform.url, GYM_API_KEY: other.platform.apiKey })).toBeNull();
  await alone.close();
});
