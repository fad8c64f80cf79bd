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
  test('that does not exist is inserted with the lease', async () => {
    const lease = newLease();
    expect(await acquireLease(db, { lease, now: at(0) })).toMatchObject({
      locationId,
      leaseId: lease.id,
      leaseEndsAt: at(ms),
    });
  });

  test('is leased to one of many processes that ask concurrently', async () => {
    const asked = Array.from({ length: 8 }, (_, index) => {
      const { db: theirs } = index % 2 === 0 ? testDesk.desk : testDesk.another();
      return acquireLease(theirs, { lease: newLease(), now: at(0) });
    });
    expect((await Promise.all(asked)).filter((row) => row !== null)).toHaveLength(1);
  });

  test('cannot be leased by another process until the lease expires', async () => {
    await acquireLease(db, { lease: newLease(), now: at(0) });
    expect(await acquireLease(db, { lease: newLease(), now: at(ms) })).toBeNull();
    const lease = newLease();
    expect(await acquireLease(db, { lease, now: at(ms + 1) })).toMatchObject({
      leaseId: lease.id,
      leaseEndsAt: at(2 * ms + 1),
    });
  });

  test('can be leased where the end of its lease is of a clock that was set back since', async () => {
    testDesk.clock.now = nowAheadOfDatabase();
    await acquireLease(db, { lease: newLease(), now: at(3_600_000) });
    const lease = newLease();
    expect(await acquireLease(db, { lease, now: at(0) })).toMatchObject({ leaseId: lease.id, leaseEndsAt: at(ms) });
  });

  test('cannot be leased where the end of its lease is of another process, whose clock is minutes ahead', async () => {
    testDesk.clock.now = Date.now();
    await acquireLease(db, { lease: newLease(), now: at(0) });
    expect(await acquireLease(db, { lease: newLease(), now: at(-10 * 60_000) })).toBeNull();
  });

  test('can be leased after its release, which also updates it', async () => {
    const lease = newLease();
    await acquireLease(db, { lease, now: at(0) });
    await releaseLease(db, { lease, set: { knownUntil: at(1) } });
    expect(await acquireLease(db, { lease: newLease(), now: at(1) })).toMatchObject({ knownUntil: at(1) });
  });
});

test('a renewal extends the lease to its full duration, and updates the row', async () => {
  const lease = newLease();
  await acquireLease(db, { lease, now: at(0) });
  expect(await renewLease(db, { lease, now: at(20_000), set: { knownUntil: at(5) } })).toMatchObject({
    knownUntil: at(5),
  });
  expect(await acquireLease(db, { lease: newLease(), now: at(50_000) })).toBeNull();
  expect(await acquireLease(db, { lease: newLease(), now: at(50_001) })).not.toBeNull();
});

test('a process that has lost a row can neither update it nor end the other’s lease', async () => {
  const [lost, theirs] = [newLease(), newLease()];
  await acquireLease(db, { lease: lost, now: at(0) });
  await acquireLease(db, { lease: theirs, now: at(ms + 1) });
  expect(await renewLease(db, { lease: lost, now: at(ms + 2), set: { problem: 'slow' } })).toBeNull();
  await releaseLease(db, { lease: lost, set: { problem: 'slow' } });
  expect(await read()).toMatchObject({ leaseId: theirs.id, leaseEndsAt: at(2 * ms + 1), problem: null });
});

test('several leases are renewed and released in one statement, except a lost one', async () => {
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
