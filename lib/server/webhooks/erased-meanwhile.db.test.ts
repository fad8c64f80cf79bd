import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { forgettingLock, holdForgetting, lockForgetting } from '#lib/server/base/forgotten.ts';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { webhookInbox } from '#lib/server/db/schema/webhooks.ts';
import { lockSync } from '#lib/server/directory/absent.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { lockTasks } from '#lib/server/tasks/upsert-tasks.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { workInbox } from './work-inbox.ts';

const testDesk = setUpTestDesk();

/** How many transactions wait for the lock of tasks or of forgetting at a location. */
async function countWaitingHere(locationId: string): Promise<number> {
  const names = [`tasks ${locationId}`, forgettingLock(locationId)];
  const keys = names.map((name) => sql`hashtextextended(${name}, 0)`);
  const { rows } = await testDesk.desk.db.execute(sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and ${inArray(sql`(classid::bigint << 32) | objid::bigint`, keys)}`);
  return rows.length;
}

test.each(['GYM_CHECKIN', 'GYM_CHECKOUT', 'MEMBERSHIP_DELETE'] as const)(
  'an erasure and the event %s of the same member do not deadlock',
  async (type) => {
    const { desk } = testDesk;
    const here = await testDesk.openLocation();
    await ping(desk.gymClientOf(here.location));
    const [locationId, accountId, at] = [here.location.id, desk.newId(), new Date(desk.clock())];
    const event = { locationId, accountId, type, digest: desk.newId(), at, receivedAt: at, nextAttemptAt: at };
    await desk.db.insert(webhookInbox).values(event);
    let working = Promise.resolve();
    await desk.db.transaction(async (tx) => {
      await lockTasks(tx, locationId);
      await lockForgetting(tx, locationId);
      working = workInbox(desk);
      await until(async () => expect(await countWaitingHere(locationId)).toBe(1));
      await forgetMember(tx, desk, { locationId, accountId });
    });
    await working;
    const rows = await desk.db.select().from(webhookInbox).where(eq(webhookInbox.locationId, locationId));
    expect(rows).toMatchObject([{ accountId: null, attempts: 0 }]);
  },
);

test('a page of the mirror and the late end of a membership, of a member whom the platform has returned since, do not deadlock', async () => {
  const { desk } = testDesk;
  const here = await testDesk.openLocation();
  await ping(desk.gymClientOf(here.location));
  const [locationId, accountId, at] = [here.location.id, desk.newId(), new Date(desk.clock())];
  await desk.db.insert(directorySyncs).values({ locationId });
  const names = { firstName: 'Lena', searchName: 'lena', membershipId: '1' };
  await desk.db.insert(members).values({ locationId, accountId, ...names, syncedAt: new Date(at.getTime() + 1) });
  const event = { locationId, accountId, type: 'MEMBERSHIP_DELETE', digest: desk.newId() } as const;
  await desk.db.insert(webhookInbox).values({ ...event, at, receivedAt: at, nextAttemptAt: at });
  testDesk.clock.now += 1;
  let working = Promise.resolve();
  await desk.db.transaction(async (page) => {
    await lockSync(page, locationId);
    working = workInbox(desk);
    await until(async () => expect(await countWaiting(desk.db)).toBe(1));
    await holdForgetting(page, locationId);
  });
  await working;
  const rows = await desk.db.select().from(webhookInbox).where(eq(webhookInbox.locationId, locationId));
  expect(rows).toMatchObject([{ accountId: null, attempts: 0 }]);
  const marked = await desk.db.select().from(members).where(eq(members.locationId, locationId));
  expect(marked).toMatchObject([{ isAbsentByName: true }]);
});
