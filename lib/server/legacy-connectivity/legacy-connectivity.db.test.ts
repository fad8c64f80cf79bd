import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { requireLocation } from '#lib/server/base/locations.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { connectionVersionOf } from '#lib/server/locations/connection-version.ts';
import { legacyInput, removeLegacy, saveLegacy } from '#lib/server/locations/save-legacy.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { setRetired } from '#lib/server/locations/set-retired.ts';
import { probingLostPlatforms } from '#lib/server/status/probe-lost-platforms.ts';
import { FakeLegacy } from '#lib/testing/fake-legacy.ts';
import { holdDeadlines } from '#lib/testing/hold-answer.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { createTestDesk, nowAheadOfDatabase, type TestDesk, type TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { claimLegacyAttempts, makeLegacyAttemptsDue } from './attempts.ts';
import { readLegacy } from './read-legacy.ts';
import { sendDueAlives } from './send-due-alives.ts';

const minute = 60_000;
const hour = 60 * minute;

let testDesk: TestDesk;
let here: TestLocation;
let legacy: FakeLegacy;

beforeEach(async () => {
  holdDeadlines();
  testDesk = await createTestDesk(inject('adminDatabaseUrl'));
  here = await testDesk.openLocation();
  legacy = await new FakeLegacy().start();
});
afterEach(async () => {
  await legacy.stop();
  await testDesk.close();
});

const setUp = (token = legacy.token) =>
  setLocation(testDesk.another(), {
    locationId: here.location.id,
    change: { v1Url: legacy.url, v1GymId: legacy.gymId, v1Token: token },
    by: null,
  });
const send = () => sendDueAlives(testDesk.desk);
const start = (desk = testDesk.desk) => makeLegacyAttemptsDue(desk.db, new Date(testDesk.clock.now));
const pass = async (ms: number) => {
  testDesk.clock.now += ms;
  await send();
};
const context = async (actor = here.actor) => ({
  desk: testDesk.desk,
  actor: { ...actor, location: await requireLocation(testDesk.desk.db, actor.location.id) },
});
const managing = async () => ({ ...(await contextOf(testDesk.desk, here.actor.staffId)), ...(await context()) });
/** The operator has set the address for another gym, so that managers may enter it although it is on this machine. */
const allow = (url: string) => testDesk.openLocation({ v1Url: url });
const view = async () => (await readLegacy(await context())).legacy;
const seen = async () => connectionVersionOf(await requireLocation(testDesk.desk.db, here.location.id));
const iso = () => new Date(testDesk.clock.now).toISOString();

describe('a sign of life is sent', () => {
  test('at the start, and then before the gym would count as inactive', async () => {
    await setUp();
    expect(await view()).toMatchObject({ state: 'untried', heardAt: null });
    await send();
    expect(await view()).toMatchObject({ state: 'heard', heardAt: iso(), failingSince: null });
    await pass(19 * hour);
    expect(legacy.requests).toHaveLength(1);
    await start();
    await send();
    expect(legacy.requests).toHaveLength(2);
    for (let passed = 0; passed < 72; passed += 1) await pass(hour);
    expect(legacy.requests).toHaveLength(5);
  });

  test('and open pages read the status again', async () => {
    await setUp();
    const live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
    const heard: string[] = [];
    live.subscribe(here.location.id, (event) => heard.push(event));
    try {
      await send();
      await until(() => expect(heard).toContain('status'));
    } finally {
      await live.stop();
    }
  });

  test('once by processes of a desk that start together', async () => {
    await setUp();
    const others = [testDesk.another(), testDesk.another(), testDesk.another()];
    await Promise.all(others.map((desk) => start(desk)));
    await Promise.all(others.map((desk) => sendDueAlives(desk)));
    // a process that starts a little later
    testDesk.clock.now += 20_000;
    await start();
    await send();
    expect(legacy.requests).toHaveLength(1);
  });

  test('control: if the claim is not stored, another process sends it too', async () => {
    await setUp();
    await testDesk.desk.db.execute(`create function forget_claim() returns trigger language plpgsql as
      'begin
         if old.attempted_at is null then new.next_attempt_at := old.next_attempt_at; end if;
         return new;
       end'`);
    await testDesk.desk.db.execute(`create trigger forgetful before update on legacy_connectivity
      for each row execute function forget_claim()`);
    await claimLegacyAttempts(testDesk.another().db, { now: new Date(testDesk.clock.now), atMost: 1 });
    await send();
    expect(legacy.requests).toHaveLength(1);
  });

  test('by another process if the one that claimed it has died', async () => {
    await setUp();
    await claimLegacyAttempts(testDesk.another().db, { now: new Date(testDesk.clock.now), atMost: 1 });
    await pass(minute - 1);
    expect(legacy.requests).toEqual([]);
    await pass(1);
    expect(await view()).toMatchObject({ state: 'heard' });
  });

  test('again at once after the clock of the machine has been corrected', async () => {
    testDesk.clock.now = nowAheadOfDatabase() + 400 * 24 * hour;
    await setUp();
    await send();
    await pass(-400 * 24 * hour);
    expect(legacy.requests).toHaveLength(2);
    await pass(minute);
    expect(legacy.requests).toHaveLength(2);
    // set back by less than an interval: never later than an interval from now
    await pass(-5 * hour);
    await pass(20 * hour);
    expect(legacy.requests).toHaveLength(4);
  });

  test('not for a location without credentials, a retired one, or after they were removed', async () => {
    await send();
    await setUp();
    await here.retire();
    await send();
    expect(legacy.requests).toEqual([]);
    await setRetired(testDesk.desk, { locationId: here.location.id, isRetired: false });
    await send();
    expect(legacy.requests).toHaveLength(1);
    await removeLegacy(await managing(), { version: await seen() });
    await pass(25 * hour);
    expect(legacy.requests).toHaveLength(1);
    expect(await view()).toBeNull();
  });
});

describe('a platform that does not answer', () => {
  beforeEach(async () => {
    await setUp();
    await send();
    legacy.fault = () => ({ status: 503 });
  });

  test('is retried with growing delays, and keeps the time of the first failure', async () => {
    await pass(20 * hour);
    const since = iso();
    const before = legacy.requests.length;
    for (let second = 0; second < 15 * 60; second += 5) await pass(5_000);
    const tries = legacy.requests.length - before;
    expect(tries).toBeGreaterThan(6);
    expect(tries).toBeLessThan(12);
    expect(await view()).toMatchObject({ state: 'unreachable', failingSince: since, needsAttention: false });
    // after 24 hours
    await pass(4 * hour);
    expect(await view()).toMatchObject({ state: 'unreachable', failingSince: since, needsAttention: true });
    legacy.fault = () => null;
    await pass(5 * minute);
    expect(await view()).toMatchObject({ state: 'heard', heardAt: iso(), failingSince: null });
  });

  test.each([
    ['as long as it says', '1800', 30 * minute],
    ['an hour at most', '86400', hour],
    ['as otherwise, where it says less', '0', 2_000],
    ['as otherwise, where it is not understood', 'soon', 2_000],
  ])('is left alone at its limit %s', async (_, retryAfter, waitMs) => {
    legacy.fault = () => ({ status: 429, retryAfter });
    await pass(20 * hour);
    const before = legacy.requests.length;
    await pass(waitMs - 1);
    expect(legacy.requests).toHaveLength(before);
    await pass(1);
    expect(legacy.requests).toHaveLength(before + 1);
  });

  test('gets a sign of life at once when it is back', async () => {
    await pass(20 * hour);
    for (let attempt = 0; attempt < 10; attempt += 1) await pass(5 * minute);
    await here.platform.stop();
    await ping(testDesk.desk.gymClientOf(here.location));
    await here.platform.start();
    legacy.fault = () => null;
    const before = legacy.requests.length;
    await pass(1);
    expect(legacy.requests).toHaveLength(before);
    await workNow(testDesk.desk, probingLostPlatforms);
    await send();
    expect(await view()).toMatchObject({ state: 'heard' });
  });
});

describe('credentials that are refused', () => {
  test('are not retried soon, and another token is tried at once', async () => {
    await setUp('yesterday');
    await send();
    expect(await view()).toMatchObject({ state: 'refused', failingSince: iso(), needsAttention: true });
    await pass(59 * minute);
    expect(legacy.requests).toHaveLength(1);
    await setLocation(testDesk.another(), {
      locationId: here.location.id,
      change: { v1Token: legacy.token },
      by: null,
    });
    await send();
    expect(await view()).toMatchObject({ state: 'heard' });
  });

  test('do not affect credentials that are entered during the attempt', async () => {
    await setUp('yesterday');
    let isChanged: Promise<unknown> = Promise.resolve();
    legacy.fault = () => {
      // the attempt with the credentials entered meanwhile may follow at once
      legacy.fault = () => null;
      testDesk.clock.now += 1;
      isChanged = setUp();
      return { status: 401 };
    };
    const slowly = send();
    await slowly;
    await isChanged;
    await send();
    expect(await view()).toMatchObject({ state: 'heard' });
  });
});

describe('in the office', () => {
  beforeEach(async () => {
    await allow(legacy.url);
  });
  const input = async (other: object = {}) =>
    legacyInput.parse({
      version: await seen(),
      url: legacy.url,
      gymId: legacy.gymId,
      token: legacy.token,
      ...other,
    });
  const save = async (other: object = {}) => saveLegacy(await managing(), await input(other));
  const stored = () => requireLocation(testDesk.desk.db, here.location.id);

  test('credentials are stored once the platform has accepted them, without a second request', async () => {
    expect(await save({ url: legacy.url.replace('/v1', '') })).toEqual({ kind: 'kept' });
    expect(await view()).toMatchObject({ url: legacy.url, gymId: '234', state: 'heard', heardAt: iso() });
    expect(JSON.stringify(await view())).not.toContain(legacy.token);
    await send();
    expect(legacy.requests).toHaveLength(1);
    const entries = await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));
    expect(entries).toMatchObject([
      { action: 'tryAddress', staffId: here.actor.staffId, reason: `v1Url ${new URL(legacy.url).origin}` },
      { action: 'setLocation', staffId: here.actor.staffId, reason: 'v1Url, v1GymId, v1Token' },
    ]);
  });

  test('those in use already change nothing, and are heard', async () => {
    await save();
    const before = await stored();
    testDesk.clock.now += minute;
    expect(await save()).toEqual({ kind: 'kept' });
    expect(await stored()).toEqual(before);
    expect(await view()).toMatchObject({ state: 'heard', heardAt: iso() });
  });

  test.each([
    [{ kind: 'refused' }, () => ({ status: 401 })],
    [{ kind: 'unreachable', cause: 'failing' }, () => ({ status: 503 })],
    [{ kind: 'busy' }, () => ({ status: 429 })],
  ] as const)('credentials that are $kind change nothing', async (outcome, fault) => {
    await setUp('another');
    const before = await stored();
    legacy.fault = fault;
    expect(await save()).toEqual(outcome);
    expect(await stored()).toEqual(before);
  });

  test('of two managers, the one who saw an earlier connection changes nothing', async () => {
    const version = await seen();
    await save();
    await expect(save({ version })).rejects.toMatchObject({ code: 'conflict' });
    await expect(removeLegacy(await managing(), { version })).rejects.toMatchObject({ code: 'conflict' });
    expect(await view()).toMatchObject({ state: 'heard' });
  });

  test('an omitted token is kept, and is never sent to another address', async () => {
    expect(await save({ token: undefined })).toEqual({ kind: 'tokenMissing' });
    await save();
    expect(await save({ token: undefined })).toEqual({ kind: 'kept' });
    const other = await new FakeLegacy().start();
    expect(await save({ url: other.url, token: undefined })).toEqual({ kind: 'tokenMissing' });
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test('an address of this machine that the operator has not set is not allowed, also beside the platform', async () => {
    const other = await new FakeLegacy().start();
    expect(await save({ url: other.url })).toEqual({ kind: 'addressNotAllowed' });
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test('another location is not changed', async () => {
    const there = await testDesk.openLocation();
    await save();
    expect(await readLegacy(await context(there.actor))).toEqual({ legacy: null });
  });

  test.each([
    ['url', 'ftp://mms.example.com'],
    ['url', 'http://mms.example.com/v1'],
    ['url', 'https://name:word@mms.example.com/v1'],
    ['url', 'mms.example.com'],
    ['gymId', ' '],
    ['token', 'two words'],
    ['token', ''],
  ])('a %s of %j is refused', (name, value) => {
    const parsed = legacyInput.safeParse({ version: 'v', url: legacy.url, gymId: '1', token: 'x', [name]: value });
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([name]);
  });
});
