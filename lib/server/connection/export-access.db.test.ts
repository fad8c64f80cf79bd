import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireLocation } from '#lib/server/base/locations.ts';
import { optOutChecks } from '#lib/server/db/schema/opt-outs.ts';
import { connectionVersionOf } from '#lib/server/locations/connection-version.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { FakeExport } from '#lib/testing/fake-export.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { readConnection } from './read-connection.ts';
import { removeExportAccess, saveExportAccess } from './save-export-access.ts';
import { testConnection } from './test-connection.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let server: FakeExport;

beforeEach(async () => {
  here = await testDesk.openLocation();
  server = await new FakeExport().start();
  server.gym = 'München West';
  // the operator has set the address for another gym, so that managers may enter it although it is on this machine
  await testDesk.openLocation({ exportUrl: server.url });
});
afterEach(() => server.stop());

const contextIn = (place: TestLocation) => contextOf(testDesk.desk, place.actor.staffId);
const context = () => contextIn(here);
const stored = (place = here) => requireLocation(testDesk.desk.db, place.location.id);
const version = async (place = here) => connectionVersionOf(await stored(place));
const confirmed = { confirmedGym: 'München West' };
async function save(given: Partial<Parameters<typeof saveExportAccess>[1]> = confirmed, place = here) {
  const entered = { version: await version(place), url: server.url, key: server.apiKey, confirmedGym: null };
  return saveExportAccess(await contextIn(place), { ...entered, ...given });
}

test('the data export is set up, tested and removed, and its key is never shown', async () => {
  expect(await save()).toEqual({ kind: 'kept' });
  // what is read with it afterwards
  expect(server.requests).toEqual(['/api/v1/data/opted-out-users']);
  const { dataExport } = await testConnection(await context());
  expect(dataExport).toMatchObject({ kind: 'answered', gym: 'München West' });
  const view = await readConnection(await context());
  expect(view.dataExport).toEqual({ url: server.url, fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/) });
  expect(JSON.stringify(view)).not.toContain(server.apiKey);
  await removeExportAccess(await context(), { version: await version() });
  expect((await readConnection(await context())).dataExport).toBeNull();
});

test('a key is used once the manager has confirmed the gym that the platform says it is for, and no other', async () => {
  const before = await stored();
  expect(await save({})).toEqual({ kind: 'doubtful', doubt: { gym: 'München West' } });
  expect(await save({ confirmedGym: 'München Ost' })).toEqual({ kind: 'doubtful', doubt: { gym: 'München West' } });
  expect(await stored()).toEqual(before);
  expect(await save()).toEqual({ kind: 'kept' });
  // the one in use is not asked about again, and is no change
  const kept = await stored();
  expect(await save({})).toEqual({ kind: 'kept' });
  expect(await stored()).toEqual(kept);
});

test('a platform that does not say whose key it is is asked about, too', async () => {
  server.gym = null;
  expect(await save({})).toEqual({ kind: 'doubtful', doubt: { gym: '' } });
  expect(await save({ confirmedGym: '' })).toEqual({ kind: 'kept' });
});

test('the key of another gym of the desk is refused, also where two enter it at the same moment, and by the operator', async () => {
  const there = await testDesk.openLocation();
  const outcomes = await Promise.all([save(), save(confirmed, there)]);
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['inUseElsewhere', 'kept']);
  const [holder, other] = outcomes[0]?.kind === 'kept' ? [here, there] : [there, here];
  expect(await save(confirmed, other)).toEqual({ kind: 'inUseElsewhere', name: null });
  const change = { exportUrl: server.url, exportKey: server.apiKey };
  const byOperator = setLocation(testDesk.desk, { locationId: other.location.id, change, by: null });
  await expect(byOperator).rejects.toMatchObject({ code: 'conflict' });
  expect((await stored(other)).exportUrl).toBeNull();
  expect((await stored(holder)).exportUrl).toBe(server.url);
});

test('so is a key that another gym uses for its members', async () => {
  const there = await testDesk.openLocation({ apiUrl: server.url });
  await setLocation(testDesk.desk, { locationId: there.location.id, change: { apiKey: server.apiKey }, by: null });
  expect(await save()).toEqual({ kind: 'inUseElsewhere', name: null });
});

test.each([
  ['by a manager', async () => void (await save())],
  [
    'by the operator',
    async () => {
      const change = { exportUrl: server.url, exportKey: server.apiKey };
      await setLocation(testDesk.desk, { locationId: here.location.id, change, by: null });
    },
  ],
])(
  'what was asked, confirmed and failed with a former key is forgotten when it is replaced: %s',
  async (_, replace) => {
    const locationId = here.location.id;
    const [former, later] = [new Date(testDesk.clock.now), new Date(testDesk.clock.now + 3_600_000)];
    await testDesk.desk.db.insert(optOutChecks).values({
      locationId,
      nextAt: later,
      requestedBy: here.actor.staffId,
      failure: 'unreachable',
      failingSince: former,
      failureCause: 'silent',
      askedCount: 40,
      askedSince: former,
      confirmedCount: 40,
      confirmedAt: former,
    });
    await replace();
    const [check] = await testDesk.desk.db.select().from(optOutChecks).where(eq(optOutChecks.locationId, locationId));
    expect(check).toEqual({
      locationId,
      nextAt: new Date(testDesk.clock.now),
      requestedBy: null,
      failure: null,
      failingSince: null,
      failureCause: null,
      askedCount: null,
      askedSince: null,
      confirmedCount: null,
      confirmedAt: null,
    });
  },
);

test.each<[string, FakeExport['fault'], object]>([
  ['does not know the key', { status: 401 }, { kind: 'rejected' }],
  ['knows the key, which may not use it', { status: 403 }, { kind: 'permissionMissing' }],
  ['has no requests left', { status: 429 }, { kind: 'busy' }],
  ['fails', { status: 503 }, { kind: 'unreachable', cause: 'failing' }],
  ['redirects', { status: 302 }, { kind: 'unreachable', cause: 'portal' }],
  ['shows a page', { status: 200, body: '<p>Sign in', type: 'text/html' }, { kind: 'unreachable', cause: 'portal' }],
  ['answers something else', { status: 200, body: '{"message":"OK"}' }, { kind: 'unreachable', cause: 'foreign' }],
  ['is at another path', { status: 404 }, { kind: 'unreachable', cause: 'foreign' }],
])('a data export that %s changes nothing', async (_, fault, outcome) => {
  server.fault = fault;
  const before = await stored();
  expect(await save()).toEqual(outcome);
  expect(await stored()).toEqual(before);
});
