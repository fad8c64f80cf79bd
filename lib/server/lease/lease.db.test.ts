import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Queryable } from '#lib/server/db/client.ts';
import { taskSyncs } from '#lib/server/db/schema/tasks.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { nowAheadOfDatabase } from '#lib/testing/test-desk.ts';
import { acquireLease, releaseLease, releaseLeases, renewLease, renewLeases } from './lease.ts';

const testDesk = setUpTestDesk();
let db: Queryable;
let locationId: string;

beforeAll(() => {
  ({ db } = testDesk.desk);
});
beforeEach(async () => {
  locationId = (await testDesk.openLocation()).location.id;
});

const ms = 30_000;
const at = (afterMs: number) => new Date(testDesk.clock.now + afterMs);
const newLease = (of = locationId) => ({ table: taskSyncs, key: { locationId: of }, id: randomUUID(), ms });
const read = async (of = locationId) => (await db.select().from(taskSyncs).where(eq(taskSyncs.locationId, of)))[0];

describe('a row', () => {
  test('that was not there is, and is held', async () => {
    const lease = newLease();
    expect(await acquireLease(db, { lease, now: at(0) })).toMatchObject({
      locationId,
      leaseId: lease.id,
      leaseEndsAt: at(ms),
    });
  });

  test('is one process’s of many that ask at once', async () => {
    const asked = Array.from({ length: 8 }, (_, index) => {
      const { db: theirs } = index % 2 === 0 ? testDesk.desk : testDesk.another();
      return acquireLease(theirs, { lease: newLease(), now: at(0) });
    });
    expect((await Promise.all(asked)).filter((row) => row !== null)).toHaveLength(1);
  });

  test('is nobody else’s until its time is over', async () => {
    await acquireLease(db, { lease: newLease(), now: at(0) });
    expect(await acquireLease(db, { lease: newLease(), now: at(ms) })).toBeNull();
    const lease = newLease();
    expect(await acquireLease(db, { lease, now: at(ms + 1) })).toMatchObject({
      leaseId: lease.id,
      leaseEndsAt: at(2 * ms + 1),
    });
  });

  test('is anybody’s where its time is that of a clock which was set back since', async () => {
    testDesk.clock.now = nowAheadOfDatabase();
    await acquireLease(db, { lease: newLease(), now: at(3_600_000) });
    const lease = newLease();
    expect(await acquireLease(db, { lease, now: at(0) })).toMatchObject({ leaseId: lease.id, leaseEndsAt: at(ms) });
  });

  test('is not where its time is that of another process, whose clock is minutes ahead of this one’s', async () => {
    testDesk.clock.now = Date.now();
    await acquireLease(db, { lease: newLease(), now: at(0) });
    expect(await acquireLease(db, { lease: newLease(), now: at(-10 * 60_000) })).toBeNull();
  });

  test('that is released is anybody’s, with what was written at the end', async () => {
    const lease = newLease();
    await acquireLease(db, { lease, now: at(0) });
    await releaseLease(db, { lease, set: { knownUntil: at(1) } });
    expect(await acquireLease(db, { lease: newLease(), now: at(1) })).toMatchObject({ knownUntil: at(1) });
  });
});

test('a lease that is renewed stands for its whole time again, with what was written', async () => {
  const lease = newLease();
  await acquireLease(db, { lease, now: at(0) });
  expect(await renewLease(db, { lease, now: at(20_000), set: { knownUntil: at(5) } })).toMatchObject({
    knownUntil: at(5),
  });
  expect(await acquireLease(db, { lease: newLease(), now: at(50_000) })).toBeNull();
  expect(await acquireLease(db, { lease: newLease(), now: at(50_001) })).not.toBeNull();
});

test('who has lost a row to another writes nothing, and does not end the other’s lease', async () => {
  const [lost, theirs] = [newLease(), newLease()];
  await acquireLease(db, { lease: lost, now: at(0) });
  await acquireLease(db, { lease: theirs, now: at(ms + 1) });
  expect(await renewLease(db, { lease: lost, now: at(ms + 2), set: { problem: 'slow' } })).toBeNull();
  await releaseLease(db, { lease: lost, set: { problem: 'slow' } });
  expect(await read()).toMatchObject({ leaseId: theirs.id, leaseEndsAt: at(2 * ms + 1), problem: null });
});

test('several are renewed and released at once, but for one that was lost', async () => {
  const { location: other } = await testDesk.openLocation();
  const leases = [newLease(), newLease(other.id)];
  for (const lease of leases) await acquireLease(db, { lease, now: at(0) });
  expect(await renewLeases(db, { leases, now: at(10) })).toHaveLength(2);
  const theirs = newLease(other.id);
  await acquireLease(db, { lease: theirs, now: at(ms + 11) });
  expect(await renewLeases(db, { leases, now: at(ms + 12) })).toMatchObject([{ locationId }]);
  await releaseLeases(db, { leases });
  expect([await read(), await read(other.id)]).toMatchObject([{ leaseId: null }, { leaseId: theirs.id }]);
  expect(await renewLeases(db, { leases: [], now: at(0) })).toEqual([]);
});
