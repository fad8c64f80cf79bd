import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { forgettingLock, lockForgetting } from '#lib/server/base/forgotten.ts';
import { webhookInbox } from '#lib/server/db/schema/webhooks.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { lockTasks } from '#lib/server/tasks/upsert-tasks.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { workInbox } from './work-inbox.ts';

const testDesk = setUpTestDesk();

/** How many transactions wait for the lock of tasks or of forgetting at a location. */
async function countWaiting(locationId: string): Promise<number> {
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
      await until(async () => expect(await countWaiting(locationId)).toBe(1));
      await forgetMember(tx, desk, { locationId, accountId });
    });
    await working;
    const rows = await desk.db.select().from(webhookInbox).where(eq(webhookInbox.locationId, locationId));
    expect(rows).toMatchObject([{ accountId: null, attempts: 0 }]);
  },
);
