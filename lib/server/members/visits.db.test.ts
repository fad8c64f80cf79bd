import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { VisitState } from '#lib/wire/visits.ts';
import { listVisits, visitsQuery } from './visits.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const ago = (minutes: number) => new Date(testDesk.clock.now - minutes * 60_000);
const list = (after?: string, accountId = 'a-1') =>
  listVisits({ desk: testDesk.desk, actor: here.actor }, { accountId, after });

async function record(
  minutesAgo: number,
  state: VisitState = 'sent',
  fields: Partial<typeof visits.$inferInsert> = {},
): Promise<string> {
  const tapId = randomUUID();
  const at = ago(minutesAgo);
  await testDesk.desk.db.insert(visits).values({
    ...{ locationId: here.location.id, tapId, accountId: 'a-1', kind: 'checkIn', state },
    ...{ tappedAt: at, undoUntil: at, nextAttemptAt: at, recordedAt: at },
    ...fields,
  });
  return tapId;
}

const hear = (minutesAgo: number, kind: 'checkIn' | 'checkOut' = 'checkIn', accountId = 'a-1') =>
  testDesk.desk.db
    .insert(elsewhereEvents)
    .values({ locationId: here.location.id, accountId, kind, at: ago(minutesAgo) });

describe('the visits of a member', () => {
  test('are those of this desk and those elsewhere, newest first', async () => {
    await record(30);
    await hear(20, 'checkOut');
    await record(10, 'waiting');
    expect((await list()).visits).toMatchObject([
      { kind: 'checkIn', state: 'waiting', at: ago(10).toISOString() },
      { kind: 'checkOut', state: 'elsewhere', at: ago(20).toISOString() },
      { kind: 'checkIn', state: 'sent', at: ago(30).toISOString() },
    ]);
  });

  test('show why one was refused, and no reason for one that only waits', async () => {
    await record(2, 'refused', { lastError: 'corporateFitnessMembershipExpired' });
    await record(1, 'waiting', { lastError: 'unreachable' });
    expect((await list()).visits).toMatchObject([
      { state: 'waiting', why: null },
      { state: 'refused', why: 'corporateFitnessMembershipExpired' },
    ]);
  });

  test('mark an automatic check-out at closing time', async () => {
    await record(1, 'sent', { kind: 'checkOut', isAutomatic: true });
    expect((await list()).visits).toMatchObject([{ isAutomatic: true }]);
  });

  test('do not include those of other members or locations', async () => {
    await record(1, 'sent', { accountId: 'a-2' });
    await hear(1, 'checkIn', 'a-2');
    const there = await testDesk.openLocation();
    await record(1, 'sent', { locationId: there.location.id });
    expect((await list()).visits).toEqual([]);
  });

  test('are paged without duplicates, also where many have the same time', async () => {
    const tapIds = await Promise.all(Array.from({ length: 45 }, (_, index) => record(index < 25 ? 5 : index)));
    await hear(5);
    const found: string[] = [];
    let after: string | undefined;
    let pages = 0;
    do {
      const page = await list(after);
      found.push(...page.visits.map(({ id }) => id));
      after = page.next ?? undefined;
      if (after !== undefined) expect(visitsQuery.parse({ after })).toEqual({ after });
      pages += 1;
    } while (after !== undefined);
    expect(pages).toBe(3);
    expect(found.toSorted()).toEqual([...tapIds, 'elsewhere-checkIn'].toSorted());
  });
});

test.each(['x', '5', '5.', '999999999999999.a', "5.';"])('%j is no valid cursor', (after) => {
  expect(visitsQuery.safeParse({ after }).success).toBe(false);
});
