import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { setUpLinks, staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { addLocation } from '#lib/server/locations/add-location.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import { knownBrowser } from '#lib/testing/sessions.ts';
import { createTestDesk, type TestDesk, testPassword, testSecret } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { completeSetUp, isSetUpOpen, offerSetUp, watchSetUp } from './set-up.ts';
import { signInStaff } from './sign-in.ts';

const hours = (n: number) => n * 3_600_000;
const manager = { email: 'Mira@Example.com', name: 'Mira Sommer', password: testPassword };

let testDesk: TestDesk;

beforeEach(async () => {
  testDesk = await createTestDesk(inject('adminDatabaseUrl'));
  for (const name of ['West', 'Ost']) {
    const location = { id: testDesk.desk.newId(), name, timeZone: 'Europe/Berlin' };
    const platform = { apiUrl: 'https://api.example.com', apiKey: 'fd_key' };
    const sealing = { secret: testSecret, now: new Date(testDesk.clock.now) };
    await addLocation(testDesk.desk.db, { ...location, ...platform, ...sealing });
  }
});
afterEach(() => testDesk.close());

async function offeredToken(): Promise<string> {
  const link = await offerSetUp(testDesk.desk);
  return new URL(link ?? '').searchParams.get('token') ?? '';
}
const complete = (token: string, desk = testDesk.desk) => completeSetUp(desk, { token, ...manager });

test('the link creates the first manager, who works at all locations and can sign in', async () => {
  const token = await offeredToken();
  expect(await isSetUpOpen(testDesk.desk, token)).toBe(true);
  expect(await complete(token)).toEqual({ slug: 'ost' });
  expect(await testDesk.desk.db.select().from(staff)).toMatchObject([{ email: 'mira@example.com', role: 'manager' }]);
  expect(await testDesk.desk.db.select().from(staffLocations)).toHaveLength(2);
  expect(await signInStaff(testDesk.desk, { ...manager, browser: knownBrowser })).toMatchObject({ kind: 'signedIn' });
});

test('a link works once, and no other is created once there is staff', async () => {
  const [token, other] = [await offeredToken(), await offeredToken()];
  await complete(token);
  for (const used of [token, other]) {
    expect(await isSetUpOpen(testDesk.desk, used)).toBe(false);
    await expect(complete(used)).rejects.toMatchObject({ code: 'notFound' });
  }
  expect(await offerSetUp(testDesk.desk)).toBeNull();
});

async function followTwoAtOnce(whileBothRun = async () => {}): Promise<number> {
  const tokens = [await offeredToken(), await offeredToken()];
  const attempts = tokens.map((token, i) =>
    completeSetUp(testDesk.another(), { token, ...manager, email: `m${i}@example.com` }),
  );
  await whileBothRun();
  await Promise.allSettled(attempts);
  return (await testDesk.desk.db.select().from(staff)).length;
}

test('of two concurrent set-ups, one creates the manager', async () => {
  expect(await followTwoAtOnce()).toBe(1);
});

test('control: without the lock, both do', async () => {
  await testDesk.breakAdvisoryLocks();
  const release = await testDesk.holdInserts('staff');
  const letBothIn = async () => {
    await until(async () => expect(await countWaiting(testDesk.desk.db)).toBe(2));
    await release();
  };
  expect(await followTwoAtOnce(letBothIn)).toBe(2);
});

test('a link that is wrong or a day old creates no manager', async () => {
  const token = await offeredToken();
  await expect(complete(`${token}x`)).rejects.toMatchObject({ code: 'notFound' });
  testDesk.clock.now += hours(24);
  expect(await isSetUpOpen(testDesk.desk, token)).toBe(false);
  await expect(complete(token)).rejects.toMatchObject({ code: 'notFound' });
  expect(await testDesk.desk.db.select().from(staff)).toEqual([]);
});

test('a password that is mainly the manager’s name creates no manager, and the link stays valid', async () => {
  const token = await offeredToken();
  const named = { token, ...manager, password: `${manager.name}${manager.name}` };
  const refused = { code: 'invalidInput', details: { fieldErrors: { password: expect.any(String) } } };
  await expect(completeSetUp(testDesk.desk, named)).rejects.toMatchObject(refused);
  expect(await isSetUpOpen(testDesk.desk, token)).toBe(true);
});

test('the token itself is not stored', async () => {
  const token = await offeredToken();
  expect(JSON.stringify(await testDesk.desk.db.select().from(setUpLinks))).not.toContain(token);
});

test('once there is staff, every process sees the set-up as done and stops reading the database for it', async () => {
  const here = watchSetUp(testDesk.desk);
  const elsewhere = watchSetUp(testDesk.another());
  expect([await here(), await elsewhere()]).toEqual([true, true]);
  await complete(await offeredToken());
  expect([await here(), await elsewhere()]).toEqual([false, false]);
  const read = vi.spyOn(testDesk.desk.db, 'select');
  expect(await here()).toBe(false);
  expect(read).not.toHaveBeenCalled();
});
