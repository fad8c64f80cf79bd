import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, inject, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { type Env, readEnv } from '#lib/server/base/env.ts';
import { readConnection } from '#lib/server/connection/read-connection.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { tasks } from '#lib/server/db/schema/tasks.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { lockSync } from '#lib/server/directory/absent.ts';
import { mirrorDirectory, mirroringMembers } from '#lib/server/directory/mirror.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { mirroringTasks, mirrorTasks } from '#lib/server/tasks/mirror.ts';
import { receiveDelivery } from '#lib/server/webhooks/receive.ts';
import { keepWebhooksRegistered } from '#lib/server/webhooks/register.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { createTestDesk, type TestLocation, testSecret } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { findEnvironmentDrift } from './environment-drift.ts';
import { setLocation } from './set-location.ts';
import { setRetired } from './set-retired.ts';

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
const retire = (isRetired: boolean) => setRetired(testDesk.desk, { locationId: here.location.id, isRetired });

test('a running process uses a new key at once, and sends the visits that waited for it', async () => {
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

test('a running process uses a new address at once', async () => {
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
  expect(here.platform.requests).toEqual([]);
  expect(elsewhere.platform.requests).not.toEqual([]);
});

test('after a change of the key the lists are read from the beginning, and a page in flight is discarded', async () => {
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
  const reading = Promise.all([mirrorDirectory({ desk, actor: here.actor }), mirrorTasks({ desk, actor: here.actor })]);
  await until(() => expect(here.platform.requests).toHaveLength(2));
  const location = await setLocation(desk, {
    locationId: here.location.id,
    change: { apiKey: 'another' },
    by: null,
  });
  here.platform.apiKey = 'another';
  const actor = { ...here.actor, location };
  held.release();
  await reading;
  const isHere = (table: typeof members | typeof tasks) => eq(table.locationId, here.location.id);
  expect(await desk.db.$count(members, isHere(members))).toBe(1);
  expect(await desk.db.$count(tasks, isHere(tasks))).toBe(0);
  here.platform.fault = () => null;
  here.platform.requests.length = 0;
  await mirrorDirectory({ desk, actor });
  await mirrorTasks({ desk, actor });
  expect(here.platform.requests.map(({ query }) => query.get('fromTimestamp') ?? query.get('modifiedSince'))).toEqual([
    null,
    null,
  ]);
});

test('a late refusal of the former key says nothing about the one in use', async () => {
  const { desk } = testDesk;
  const held = holdAnswer();
  here.platform.fault = () => ({ status: 403, body: { errorCode: 'forbiddenAction' }, after: held.promise });
  const late = ping(desk.gymClientOf(here.location));
  await until(() => expect(here.platform.requests).toHaveLength(1));
  await setLocation(testDesk.another(), { locationId: here.location.id, change: { apiKey: 'another' }, by: null });
  held.release();
  expect(await late).toMatchObject({ ok: false });
  expect((await readStatus({ desk, actor: here.actor })).connection).toEqual({ state: 'reachable' });
});

test('values that are in use already change nothing, but the operator may take over an address that a manager has entered', async () => {
  const { desk } = testDesk;
  await keepWebhooksRegistered(desk);
  const { apiUrl } = here.location;
  const set = (by: string | null) =>
    setLocation(desk, { locationId: here.location.id, change: { apiUrl, apiKey: here.platform.apiKey }, by });
  await desk.db
    .update(locations)
    .set({ enteredAddresses: ['apiUrl'] })
    .where(eq(locations.id, here.location.id));
  const { id } = here.location;
  const state = async () => ({
    location: (await desk.db.select().from(locations).where(eq(locations.id, id)))[0],
    webhooks: await desk.db.select().from(webhookRegistrations).where(eq(webhookRegistrations.locationId, id)),
    entries: await desk.db.$count(auditLog, eq(auditLog.locationId, id)),
  });
  const before = await state();
  testDesk.clock.now += 60_000;
  await set(here.actor.staffId);
  expect(await state()).toEqual(before);
  await set(null);
  const after = await state();
  expect(after.location).toMatchObject({ enteredAddresses: [], sealedApiKey: here.location.sealedApiKey });
  expect(after.webhooks).toEqual(before.webhooks);
});

test('a retired location takes no scans and sends no requests in the background until it is reopened', async () => {
  const { staffId } = here.actor;
  const work = () => contextOf(testDesk.desk, staffId);
  await scan();
  await retire(true);
  await expect(work()).rejects.toMatchObject({ code: 'notAllowed' });
  const asked = here.platform.requests.length;
  await workNow(testDesk.desk, mirroringMembers);
  await workNow(testDesk.desk, mirroringTasks);
  expect(here.platform.requests).toHaveLength(asked);
  // visits recorded before are still sent
  await here.pass(10_000);
  expect(await here.ledger()).toMatchObject([{ state: 'sent' }]);

  await retire(false);
  expect((await work())?.actor.location.id).toBe(here.location.id);
  await workNow(testDesk.desk, mirroringMembers);
  expect(here.platform.count('/accounts')).toBeGreaterThan(1);
});

test('retiring a location removes its webhook, and reopening registers it again', async () => {
  await keepWebhooksRegistered(testDesk.desk);
  expect(here.platform.webhooks.all).toHaveLength(1);
  await retire(true);
  await keepWebhooksRegistered(testDesk.desk);
  expect(here.platform.webhooks.all).toHaveLength(0);
  await retire(false);
  await keepWebhooksRegistered(testDesk.desk);
  expect(here.platform.webhooks.all).toHaveLength(1);
});

test('after a change of the key the webhook has another secret: the gym of the former one reports nothing here any more', async () => {
  await keepWebhooksRegistered(testDesk.desk);
  const [former] = structuredClone(here.platform.webhooks.all);
  if (!former) throw new Error('There is no webhook.');
  const deliver = (hook: typeof former) =>
    receiveDelivery(testDesk.desk, {
      hookId: former.url.split('/').at(-1) ?? '',
      secret: hook.secret,
      signature: { id: null, timestamp: null, signatures: null },
      readBody: async () => JSON.stringify({ type: 'MEMBERSHIP_DELETE', accountId: lena.account.accountId }),
    });
  expect(await deliver(former)).toBe('accepted');
  await setLocation(testDesk.desk, { locationId: here.location.id, change: { apiKey: 'another' }, by: null });
  expect(await deliver(former)).toBe('forbidden');
  const view = await readConnection(await contextOf(testDesk.desk, here.actor.staffId));
  expect(view.webhook).toMatchObject({ state: 'open', heardAt: null });
  here.platform.apiKey = 'another';
  await keepWebhooksRegistered(testDesk.desk);
  const [current] = here.platform.webhooks.all;
  expect(current).toMatchObject({ url: former.url });
  expect(await deliver(current ?? former)).toBe('accepted');
});

test('a difference between environment and location is reported with what to do if either is right, and without secrets', async () => {
  const alone = await createTestDesk(inject('adminDatabaseUrl'));
  const { location, platform } = await alone.openLocation();
  const env = (gym: Record<string, string>): Env =>
    readEnv({ DESK_SECRET: testSecret, DESK_DATABASE_URL: alone.databaseUrl, ...gym });
  const findDrift = (gym: Record<string, string>) => findEnvironmentDrift(alone.desk.db, env(gym));
  const held = { GYM_API_URL: platform.url, GYM_API_KEY: platform.apiKey };
  expect(await findDrift({})).toBeNull();
  expect(await findDrift(held)).toBeNull();
  const notice = await findDrift({ ...held, GYM_API_KEY: 'hush' });
  expect(notice).toContain(`sets GYM_API_KEY, but the location "${location.name}" holds something else`);
  expect(notice).toMatch(
    /entered in the office, write it into the environment, too\. If the environment is right: npm run /,
  );
  expect(notice).toContain(`npm run -s desk:admin -- set-location --location ${location.id} --from-environment`);
  expect(notice).not.toContain('hush');
  expect(await findDrift({ ...held, GYM_API_URL: 'https://other.example.com' })).toMatch(/sets GYM_API_URL, /);
  // the environment agrees with another location: no drift
  const other = await alone.openLocation();
  expect(await findDrift({ GYM_API_URL: other.platform.url, GYM_API_KEY: other.platform.apiKey })).toBeNull();
  await alone.close();
});

test('a data export whose key cannot be unsealed any more can be removed', async () => {
  const { id: locationId } = here.location;
  const isHere = eq(locations.id, locationId);
  await testDesk.desk.db
    .update(locations)
    .set({ exportUrl: 'https://export.example.com', sealedExportKey: 'unreadable' })
    .where(isHere);
  await setLocation(testDesk.desk, { locationId, change: { exportUrl: null, exportKey: null }, by: null });
  const [stored] = await testDesk.desk.db.select().from(locations).where(isHere);
  expect(stored).toMatchObject({ exportUrl: null, sealedExportKey: null });
});

test('a new key waits for the mirror without ending its page', async () => {
  const { id: locationId } = here.location;
  const { db } = testDesk.desk;
  const isHere = eq(locations.id, locationId);
  await mirrorDirectory({ desk: testDesk.desk, actor: here.actor });
  let saving: Promise<unknown> = Promise.resolve();
  await db.transaction(async (page) => {
    await page.update(directorySyncs).set({ passOffset: 1 }).where(eq(directorySyncs.locationId, locationId));
    saving = setLocation(testDesk.desk, { locationId, change: { apiKey: 'another' }, by: null });
    saving.catch(() => {});
    await until(async () => {
      const waiting = await db.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%directory_syncs%'`,
      );
      expect(waiting.rows).not.toEqual([]);
    });
    // the lock that the foreign key of each inserted member takes
    await page.select({ id: locations.id }).from(locations).where(isHere).for('key share');
  });
  await saving;
});

test('a new key locks no failing visit before it has waited for a member who is being forgotten', async () => {
  const { id: locationId } = here.location;
  const { db } = testDesk.desk;
  await mirrorDirectory({ desk: testDesk.desk, actor: here.actor });
  const at = new Date(testDesk.clock.now);
  const times = { tappedAt: at, undoUntil: at, nextAttemptAt: at, recordedAt: at, failingSince: at };
  await db
    .insert(visits)
    .values({ locationId, tapId: randomUUID(), accountId: 'ben', kind: 'checkIn', state: 'waiting', ...times });
  const isHere = eq(visits.locationId, locationId);
  let saving: Promise<unknown> = Promise.resolve();
  await db.transaction(async (forgetting) => {
    await lockSync(forgetting, locationId);
    saving = setLocation(testDesk.desk, { locationId, change: { apiKey: 'another' }, by: null });
    saving.catch(() => {});
    await until(async () => expect(await countWaiting(db)).toBe(1));
    await forgetting.select().from(visits).where(isHere).for('update');
  });
  await saving;
  expect(await db.select({ failingSince: visits.failingSince }).from(visits).where(isHere)).toEqual([
    { failingSince: null },
  ]);
});

test('a location that is brought back reads all members again', async () => {
  await mirrorDirectory({ desk: testDesk.desk, actor: here.actor });
  const isHere = eq(directorySyncs.locationId, here.location.id);
  await testDesk.desk.db
    .update(directorySyncs)
    .set({ knownUntil: new Date(testDesk.clock.now) })
    .where(isHere);
  await retire(true);
  await retire(false);
  const [sync] = await testDesk.desk.db.select().from(directorySyncs).where(isHere);
  expect(sync).toMatchObject({ knownUntil: null });
});
