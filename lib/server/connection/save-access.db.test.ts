import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { requireLocation } from '#lib/server/base/locations.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import { connectionVersionOf } from '#lib/server/locations/connection-version.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { keepWebhooksRegistered } from '#lib/server/webhooks/register.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { holdDeadlines } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { readConnection } from './read-connection.ts';
import { apiAccessInput, saveApiAccess } from './save-access.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  holdDeadlines();
  here = await testDesk.openLocation();
});

const context = () => contextOf(testDesk.desk, here.actor.staffId);
const stored = () => requireLocation(testDesk.desk.db, here.location.id);
async function save(given: Partial<Parameters<typeof saveApiAccess>[1]>) {
  const version = connectionVersionOf(await stored());
  return saveApiAccess(await context(), {
    version,
    url: here.platform.url,
    key: 'another',
    isConfirmed: false,
    ...given,
  });
}
const status = async () => (await readStatus({ desk: testDesk.desk, actor: here.actor })).connection.state;

test('a key that the platform accepts is in use at once, also in another process, and the audit log names who entered it', async () => {
  here.platform.apiKey = 'another';
  await ping(testDesk.desk.gymClientOf(here.location));
  expect(await status()).toBe('keyRejected');
  testDesk.clock.now += 60_000;
  expect(await save({})).toEqual({ kind: 'kept' });
  expect(await status()).toBe('reachable');
  expect((await ping(testDesk.another().gymClientOf(await stored()))).ok).toBe(true);
  expect(await readConnection(await context())).toMatchObject({ since: new Date(testDesk.clock.now).toISOString() });
  const entries = await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));
  expect(entries).toMatchObject([
    { action: 'tryAddress', staffId: here.actor.staffId, reason: `apiUrl ${here.platform.url}` },
    { action: 'setLocation', staffId: here.actor.staffId, reason: 'apiKey' },
  ]);
});

test('the key in use is only tried: nothing is changed, and the status is that of its answer', async () => {
  const before = await stored();
  here.platform.fault = () => refuse('forbiddenAction');
  await ping(testDesk.desk.gymClientOf(before));
  expect(await status()).toBe('keyRejected');
  here.platform.fault = () => null;
  testDesk.clock.now += 60_000;
  expect(await save({ key: here.platform.apiKey })).toEqual({ kind: 'kept' });
  expect(await stored()).toEqual(before);
  expect(await status()).toBe('reachable');
});

test('address and key are replaced together, and are sealed', async () => {
  const there = await testDesk.openLocation();
  there.platform.apiKey = 'of-the-other';
  expect(await save({ url: there.platform.url, key: 'of-the-other' })).toEqual({ kind: 'kept' });
  const { id: locationId, apiUrl, sealedApiKey } = await stored();
  expect(apiUrl).toBe(there.platform.url);
  expect(sealedApiKey).not.toContain('of-the-other');
  expect(unseal(testDesk.desk, { sealed: sealedApiKey, locationId, field: 'apiKey' })).toBe('of-the-other');
  expect(here.platform.requests).toEqual([]);
});

test('a key that the platform rejects or cannot check changes nothing', async () => {
  expect(await save({})).toEqual({ kind: 'rejected' });
  here.platform.fault = () => refuse('missingPermission');
  expect(await save({})).toEqual({ kind: 'permissionMissing' });
  here.platform.fault = () => ({ status: 500, body: {} });
  expect(await save({})).toEqual({ kind: 'unreachable', cause: 'failing' });
  here.platform.fault = () => ({ status: 302, headers: { location: '/sign-in' } });
  expect(await save({})).toEqual({ kind: 'unreachable', cause: 'portal' });
  here.platform.fault = () => ({ status: 200, body: { message: 'OK' } });
  expect(await save({})).toEqual({ kind: 'unreachable', cause: 'foreign' });
  here.platform.fault = () => ({ status: 429, body: {} });
  expect(await save({})).toEqual({ kind: 'busy' });
  expect(await stored()).toEqual(here.location);
  // the attempts must not change the status of the key in use
  expect(await status()).toBe('reachable');
});

test('of two managers, the one who saw an earlier connection changes nothing', async () => {
  const version = connectionVersionOf(await stored());
  here.platform.apiKey = 'another';
  expect(await save({})).toEqual({ kind: 'kept' });
  const kept = await stored();
  await expect(save({ version })).rejects.toMatchObject({ code: 'conflict' });
  expect(await stored()).toEqual(kept);
  // both at once: the second finds out when it stores
  const second = connectionVersionOf(kept);
  here.platform.apiKey = 'a third';
  const saveThird = () => save({ version: second, key: 'a third' });
  const both = await Promise.allSettled([saveThird(), saveThird()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test.each([
  'http://api.example.com',
  'https://api.example.com/v2',
  'ftp://127.0.0.1',
  'https://a:b@api.example.com',
  '',
])('the address %j is refused before anything is sent', (url) => {
  const read = apiAccessInput.safeParse({ version: 'v', url, key: 'k', isConfirmed: false });
  expect(read.error?.issues.map(({ path }) => path.join('.'))).toEqual(['url']);
});

describe('the key of another gym', () => {
  const enrol = async (count: number) => {
    for (let made = 0; made < count; made += 1) {
      const member = inventMember();
      await upsertMember(testDesk.desk.db, {
        locationId: here.location.id,
        member: memberOf(member.account),
        askedAt: new Date(testDesk.clock.now),
      });
      here.platform.members.push(member);
    }
  };
  const saveNew = () => {
    here.platform.apiKey = crypto.randomUUID();
    return save({ key: here.platform.apiKey });
  };
  const publicDesk = () => ({ ...testDesk.desk, url: 'https://desk.example.com' });

  test('is refused where that gym uses it here', async () => {
    const there = await testDesk.openLocation({ apiUrl: here.platform.url });
    await setLocation(testDesk.desk, { locationId: there.location.id, change: { apiKey: 'another' }, by: null });
    here.platform.apiKey = 'another';
    // another manager's gym is not named
    expect(await save({ isConfirmed: true })).toEqual({ kind: 'inUseElsewhere', name: null });
    expect(await stored()).toEqual(here.location);
  });

  test('is refused where two gyms enter it at the same moment', async () => {
    const there = await testDesk.openLocation({ apiUrl: here.platform.url });
    here.platform.apiKey = 'another';
    const input = { url: here.platform.url, key: 'another', isConfirmed: true };
    const theirs = async () =>
      saveApiAccess(await contextOf(testDesk.desk, there.actor.staffId), {
        ...input,
        version: connectionVersionOf(there.location),
      });
    const outcomes = await Promise.all([save(input), theirs()]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['inUseElsewhere', 'kept']);
  });

  test('is asked about where the platform knows none of the members, and kept once the manager has confirmed it', async () => {
    await enrol(3);
    here.platform.members.length = 0;
    here.platform.apiKey = 'another';
    expect(await save({})).toEqual({ kind: 'doubtful', doubt: { kind: 'otherMembers' } });
    expect(await stored()).toEqual(here.location);
    expect(await save({ isConfirmed: true })).toEqual({ kind: 'kept' });
  });

  test('is asked about where it has the webhook of that gym, or not the one of this gym', async () => {
    const there = await testDesk.openLocation();
    await keepWebhooksRegistered(publicDesk());
    await enrol(1);
    expect(await saveNew()).toEqual({ kind: 'kept' });
    await keepWebhooksRegistered(publicDesk());
    const own = here.platform.webhooks.all.splice(0);
    expect(await saveNew()).toEqual({ kind: 'doubtful', doubt: { kind: 'otherWebhooks' } });
    here.platform.webhooks.all.push(...there.platform.webhooks.all);
    expect(await saveNew()).toEqual({ kind: 'doubtful', doubt: { kind: 'otherGym', name: null } });
    const hook = own[0];
    if (!hook) throw new Error('There is no webhook.');
    here.platform.webhooks.all.unshift({ ...hook, secret: 'a former one' });
    expect(await saveNew()).toEqual({ kind: 'doubtful', doubt: { kind: 'otherGym', name: null } });
    here.platform.webhooks.all.splice(0, 1, hook);
    expect(await saveNew()).toEqual({ kind: 'kept' });
  });

  test('is not suspected where members are known, or too few are missing', async () => {
    await enrol(2);
    here.platform.members.length = 0;
    expect(await saveNew()).toEqual({ kind: 'kept' });
    await enrol(4);
    expect(await saveNew()).toEqual({ kind: 'kept' });
  });
});
