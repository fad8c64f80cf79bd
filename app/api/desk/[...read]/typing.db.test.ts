import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staffSessions } from '#lib/server/db/schema/staff.ts';
import { browser, browserRequest, signIn } from '#lib/testing/browser.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { addressOf } from '#lib/wire/reads/address-of.ts';
import { reads } from '#lib/wire/reads/registry.ts';
import { until } from '#shared/testing/until.ts';
import { GET } from './route.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;

beforeEach(async () => {
  browser.claim = null;
  here = await testDesk.openLocation();
  await testDesk.desk.db.update(locations).set({ idleLimitMin: 5 }).where(eq(locations.id, here.location.id));
});

const ask = async (name: 'typing' | 'status') =>
  GET(await browserRequest(`http://desk${addressOf(reads[name], here.location.id, {})}`));
const pass = (minutes: number) => {
  testDesk.clock.now += minutes * 60_000;
};

/** Waits until the activity of this moment is recorded. */
const isNoted = (staffId: string) =>
  until(async () => {
    const kept = await testDesk.desk.db.select().from(staffSessions).where(eq(staffSessions.staffId, staffId));
    expect(kept.map(({ activeAt }) => activeAt.getTime())).toEqual([testDesk.clock.now]);
  });

test.each(['trainer', 'reception', 'manager'] as const)(
  'a session goes on while its %s types for longer than the idle limit, and the answer says whose it is',
  async (role) => {
    const staffId = await signIn(testDesk, role, here);
    for (let minute = 0; minute < 8; minute += 1) {
      pass(1);
      const answer = await ask('typing');
      expect([answer.status, await answer.json()]).toEqual([200, { staffId }]);
      await isNoted(staffId);
    }
    pass(5);
    expect((await ask('status')).status).toBe(200);
    pass(1);
    expect((await ask('typing')).status).toBe(401);
  },
);

test('lists that the page refetches meanwhile keep no session alive', async () => {
  await signIn(testDesk, 'reception', here);
  for (let minute = 0; minute < 5; minute += 1) {
    pass(1);
    expect((await ask('status')).status).toBe(200);
  }
  pass(1);
  expect((await ask('status')).status).toBe(401);
});
