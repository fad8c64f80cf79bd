import { beforeEach, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { probingLostPlatforms } from './probe-lost-platforms.ts';
import { readStatus } from './read-status.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const probeLost = () => workNow(testDesk.desk, probingLostPlatforms);
const status = () => readStatus({ desk: testDesk.desk, actor: here.actor });
const scan = (value: string) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value });

function join() {
  const member = inventMember();
  here.platform.members.push(member);
  return member;
}

test('a platform that answers is reachable, and no visit waits', async () => {
  await scan(join().card);
  expect(await status()).toEqual({
    connection: { state: 'reachable' },
    waitingVisits: 0,
    refusedVisits: 0,
    unresolvedVisits: 0,
    visitsInDoubt: 0,
    clockAheadS: null,
    unreadable: [],
    absent: null,
    storage: null,
  });
});

test('a lost platform is shown with the start of the outage and the number of waiting visits', async () => {
  const lena = join();
  await scan(lena.card);
  await here.pass(60_000);
  await here.platform.stop();
  const since = new Date(testDesk.clock.now).toISOString();
  for (const card of ['0x04A2BBB1', '0x04A2BBB2']) await scan(card);
  await here.pass(10_000);
  expect(await status()).toEqual({
    connection: { state: 'unreachable', since, cause: 'refused' },
    waitingVisits: 2,
    refusedVisits: 0,
    unresolvedVisits: 0,
    visitsInDoubt: 0,
    clockAheadS: null,
    unreadable: [],
    absent: null,
    storage: null,
  });
});

test('the recovery of a lost platform is noticed without a scan, and the waiting visits are sent at once', async () => {
  await here.platform.stop();
  await scan('0x04A2BBB3');
  for (let attempt = 0; attempt < 6; attempt += 1) await here.pass(60_000);
  await probeLost();
  expect(await status()).toMatchObject({ connection: { state: 'unreachable' }, waitingVisits: 1 });

  await here.platform.start();
  here.platform.members.push(inventMember({ rfids: ['0x04A2BBB3'] }));
  await probeLost();
  await here.pass(0);
  expect(await status()).toEqual({
    connection: { state: 'reachable' },
    waitingVisits: 0,
    refusedVisits: 0,
    unresolvedVisits: 0,
    visitsInDoubt: 0,
    clockAheadS: null,
    unreadable: [],
    absent: null,
    storage: null,
  });
  expect(here.platform.visits.size).toBe(1);
});

test('a retired gym is pinged after an attempt to send a visit, and not at all while its key is rejected', async () => {
  await scan(join().card);
  await here.platform.stop();
  await here.pass(60_000);
  await here.retire();
  await here.platform.start();
  here.platform.fault = ({ path }) => (path.endsWith('/checkins') ? { status: 500, body: {} } : { status: 503 });
  const pings = async () => {
    const before = here.platform.requests.length;
    await probeLost();
    return here.platform.requests.length - before;
  };
  expect(await pings()).toBe(1);
  testDesk.clock.now += 60_000;
  expect(await pings()).toBe(0);
  await here.pass(300_000);
  expect(await pings()).toBe(1);

  here.platform.fault = () => ({ status: 401, body: {} });
  await here.pass(300_000);
  expect(await pings()).toBe(0);
  here.platform.fault = () => null;
  await here.pass(300_000);
  expect(here.platform.visits.size).toBe(1);
});

test('a reachable platform is not pinged', async () => {
  await scan(join().card);
  await probeLost();
  expect(here.platform.requests).toHaveLength(1);
});

test.each([
  ['an unknown key', refuse('forbiddenAction'), 'keyRejected'],
  ['a missing key', { status: 401, body: {} }, 'keyRejected'],
  ['a missing permission', refuse('missingPermission'), 'permissionMissing'],
] as const)('%s is shown as such', async (_, reply, state) => {
  here.platform.fault = () => reply;
  await scan('0x04A2BBB4');
  expect((await status()).connection).toMatchObject({ state });
  here.platform.fault = () => null;
  await scan(join().card);
  expect((await status()).connection).toEqual({ state: 'reachable' });
});

test('visits that the platform refused and visits of unresolved cards are counted separately', async () => {
  await scan(join().card);
  await here.platform.stop();
  await scan('0x04A2BBB5');
  await here.platform.start();
  here.platform.fault = ({ path }) => (path.endsWith('/checkins') ? refuse('invalidArguments') : null);
  await here.pass(10_000);
  expect(await status()).toMatchObject({ waitingVisits: 0, refusedVisits: 1, unresolvedVisits: 1 });
});

test('a first attempt in progress does not count as waiting, one that hangs does', async () => {
  await scan(join().card);
  testDesk.clock.now += 10_001;
  expect((await status()).waitingVisits).toBe(0);
  testDesk.clock.now += 5_000;
  expect((await status()).waitingVisits).toBe(1);
});
