import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type WebhookRegistration, webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { setRetired } from '#lib/server/locations/set-retired.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { statementsOf } from '#lib/testing/statements.ts';
import { type TestLocation, testNow } from '#lib/testing/test-desk.ts';
import { readAskedMonth } from './asked-month.ts';

const testDesk = setUpTestDesk();
const { read } = statementsOf(testDesk);
let here: TestLocation;

beforeEach(async () => {
  testDesk.clock.now = testNow;
  here = await testDesk.openLocation({ admissionsSince: new Date('2026-03-02T08:00:00Z') });
});

const at = (time: string) => Date.parse(time);
/** By the gym's calendar, of Berlin. */
async function turn(isRetired: boolean, time: string): Promise<Location> {
  testDesk.clock.now = at(time);
  return setRetired(testDesk.desk, { locationId: here.location.id, isRetired });
}
const statementOf = (location: Location, month: string) => read({ ...here, actor: { ...here.actor, location } }, month);
const askedOf = (location: Location, address = {}) =>
  readAskedMonth({ desk: testDesk.desk, actor: { location } }, address);
const admit = (time: string) =>
  testDesk.desk.db.insert(admissions).values({
    locationId: here.location.id,
    admissionId: randomUUID(),
    accountId: 'lena',
    tapId: randomUUID(),
    occasion: 'later',
    isFirst: false,
    at: new Date(time),
  });

test('of a retired gym, the last month is the one in which it was retired, by its own calendar, and opens with that of the day before', async () => {
  await admit('2026-08-31T21:59:00Z');
  const location = await turn(true, '2026-08-31T22:30:00Z');
  testDesk.clock.now = at('2026-11-21T08:00:00Z');
  const { month, months } = await askedOf(location);
  expect([month, months.at(0), months.at(-1)]).toEqual(['2026-08', '2026-09', '2026-03']);
  const retirements = [{ from: '2026-08-31T22:30:00.000Z', until: null }];
  expect(await statementOf(location, '2026-09')).toMatchObject({ until: '2026-09-01', retirements });
  expect(await statementOf(location, '2026-08')).toMatchObject({ until: '2026-09-01', retirements: [] });
});

test('or that of its last admission, which was granted for an earlier visit, and does not open for it', async () => {
  const location = await turn(true, '2026-08-31T19:00:00Z');
  testDesk.clock.now = at('2026-11-21T08:00:00Z');
  expect((await askedOf(location, { month: '2026-09' })).month).toBeNull();
  await admit('2026-09-01T06:00:00Z');
  // that of another gym is not its own
  here = await testDesk.openLocation();
  await admit('2026-10-01T06:00:00Z');
  const { month, months } = await askedOf(location);
  expect([month, months.at(0)]).toEqual(['2026-08', '2026-09']);
  const retirements = [{ from: '2026-08-31T19:00:00.000Z', until: null }];
  expect(await statementOf(location, '2026-09')).toMatchObject({
    until: '2026-09-01',
    retirements,
    total: { granted: 1 },
  });
});

test('visits by a turnstile are reported while the webhook that has delivered something is there; to a retired gym they were if it ever heard anything', async () => {
  const { db } = testDesk.desk;
  const locationId = here.location.id;
  const isReported = async (location = here.location) => (await statementOf(location, '2026-11')).isElsewhereReported;
  expect(await isReported()).toBe(false);
  const nextAttemptAt = new Date(testNow);
  await db
    .insert(webhookRegistrations)
    .values({ locationId, hookId: randomUUID(), sealedSecret: '', state: 'unreachable', nextAttemptAt });
  expect(await isReported()).toBe(false);
  const set = (change: Partial<WebhookRegistration>) =>
    db.update(webhookRegistrations).set(change).where(eq(webhookRegistrations.locationId, locationId));
  // nothing has ever arrived
  await set({ state: 'registered', url: 'https://desk.example/hook' });
  expect(await isReported()).toBe(false);
  await set({ heardAt: nextAttemptAt });
  expect(await isReported()).toBe(true);
  // a check has failed: it is still there
  await set({ state: 'open' });
  expect(await isReported()).toBe(true);
  await set({ state: 'refused' });
  expect(await isReported()).toBe(false);
  // of a gym in use, that it once heard says nothing
  await set({ state: 'open', url: null });
  expect(await isReported()).toBe(false);
  const retired = await here.retire();
  await set({ state: 'unreachable' });
  expect(await isReported(retired)).toBe(true);
  await set({ heardAt: null });
  expect(await isReported(retired)).toBe(false);
});

test('a gym in use knows when it was retired before, as often as it was, and has months until today', async () => {
  await turn(true, '2026-04-30T19:00:00Z');
  await turn(false, '2026-06-01T06:00:00Z');
  await turn(true, '2026-06-10T19:00:00Z');
  await turn(false, '2026-06-20T06:00:00Z');
  const location = await turn(false, '2026-06-21T06:00:00Z');
  testDesk.clock.now = at('2026-11-21T08:00:00Z');
  const [first, second] = [
    { from: '2026-04-30T19:00:00.000Z', until: '2026-06-01T06:00:00.000Z' },
    { from: '2026-06-10T19:00:00.000Z', until: '2026-06-20T06:00:00.000Z' },
  ];
  expect(await statementOf(location, '2026-04')).toMatchObject({ until: null, retirements: [first] });
  expect(await statementOf(location, '2026-05')).toMatchObject({ until: null, retirements: [first] });
  expect(await statementOf(location, '2026-06')).toMatchObject({ until: null, retirements: [first, second] });
  expect(await statementOf(location, '2026-07')).toMatchObject({ until: null, retirements: [] });
  expect(await askedOf(location)).toMatchObject({ month: '2026-10' });
});
