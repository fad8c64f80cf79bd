import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { MemberYear, VisitState } from '#lib/wire/visits.ts';
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
    locationId: here.location.id,
    tapId,
    accountId: 'a-1',
    kind: 'checkIn',
    state,
    tappedAt: at,
    undoUntil: at,
    nextAttemptAt: at,
    recordedAt: at,
    ...fields,
  });
  return tapId;
}

const hear = (minutesAgo: number, kind: 'checkIn' | 'checkOut' = 'checkIn', accountId = 'a-1') =>
  testDesk.desk.db
    .insert(elsewhereEvents)
    .values({ locationId: here.location.id, accountId, kind, at: ago(minutesAgo) });

describe('the visits of a member', () => {
  test('are stays of this desk and of turnstiles, newest first', async () => {
    await record(300, 'sent', { how: 'card', staffId: here.actor.staffId });
    await hear(200, 'checkOut');
    await record(10, 'held', { how: 'name' });
    expect((await list()).visits).toMatchObject([
      { in: { at: ago(10).toISOString(), how: 'name' }, out: null, isIn: true, trouble: null },
      {
        in: { at: ago(300).toISOString(), how: 'card', by: 'Mira Sommer' },
        isIn: false,
        trouble: null,
        out: { at: ago(200).toISOString(), how: 'turnstile', by: null },
      },
    ]);
  });

  test('show why one was refused, and no reason for one that only waits', async () => {
    await record(2_000, 'refused', { lastError: 'corporateFitnessMembershipExpired' });
    await record(1, 'waiting', { lastError: 'unreachable' });
    expect((await list()).visits).toMatchObject([
      { trouble: { state: 'waiting', why: null } },
      { isIn: false, trouble: { state: 'refused', why: 'corporateFitnessMembershipExpired' } },
    ]);
  });

  test('mark an automatic check-out at closing time, and leave out what was undone', async () => {
    await record(60);
    await record(30, 'undone', { kind: 'checkOut', how: 'name' });
    await record(1, 'sent', { kind: 'checkOut', isAutomatic: true });
    const { visits: found } = await list();
    expect(found).toMatchObject([{ out: { at: ago(1).toISOString(), how: 'automatic', by: null } }]);
  });

  test('do not include those of other members or locations', async () => {
    await record(1, 'sent', { accountId: 'a-2' });
    await hear(1, 'checkIn', 'a-2');
    const there = await testDesk.openLocation();
    await record(1, 'sent', { locationId: there.location.id });
    expect((await list()).visits).toEqual([]);
  });

  test('are paged without duplicates, also where a departure has the same time as another', async () => {
    const days = Array.from({ length: 45 }, (_, index) => index * 24 * 60 + 60);
    const tapIds = await Promise.all(days.map((minutes) => record(minutes)));
    // no arrival belongs to them
    await hear(20 * 24 * 60 - 11 * 60, 'checkOut');
    tapIds.push(await record(20 * 24 * 60 + 12 * 60, 'sent', { kind: 'checkOut' }));
    const found: string[] = [];
    let after: string | undefined;
    let pages = 0;
    do {
      const page = await list(after);
      expect(page.year === null).toBe(pages > 0);
      found.push(...page.visits.map(({ id }) => id));
      after = page.next ?? undefined;
      if (after !== undefined) expect(visitsQuery.parse({ after })).toEqual({ after });
      pages += 1;
    } while (after !== undefined);
    expect(pages).toBe(3);
    expect(found.toSorted()).toEqual([...tapIds, 'turnstile-checkOut-a-1'].toSorted());
  });
});

describe('the last 52 weeks of a member', () => {
  const at = (time: string, fields: Partial<typeof visits.$inferInsert> = {}) =>
    record((testDesk.clock.now - Date.parse(time)) / 60_000, 'sent', fields);
  const readYear = async (accountId?: string) => (await list(undefined, accountId)).year;
  const counted = (year: MemberYear | null) => year?.weeks.filter(({ visits: count }) => count > 0);

  test('have each visit once, in its week and on its weekday of the gym, also where only the departure is known', async () => {
    testDesk.clock.now = Date.parse('2026-11-25T11:00:00Z');
    await at('2026-11-25T08:00:00Z');
    await at('2026-11-25T09:00:00Z', { kind: 'checkOut' });
    await at('2026-11-24T08:00:00Z', { state: 'undone' });
    // Monday in Berlin
    await at('2026-11-22T23:30:00Z', { kind: 'checkOut' });
    await at('2026-11-22T08:00:00Z');
    // the first Monday of the 52 weeks, and the moment before
    await at('2025-12-01T00:30:00Z');
    await at('2025-11-30T12:00:00Z');
    await hear((testDesk.clock.now - Date.parse('2026-11-19T18:00:00Z')) / 60_000);
    await record(60 * 24 * 500, 'sent', { accountId: 'a-2' });
    const year = await readYear();
    expect(year?.weeks).toHaveLength(52);
    expect(counted(year)).toEqual([
      { monday: '2025-12-01', visits: 1 },
      { monday: '2026-11-16', visits: 2 },
      { monday: '2026-11-23', visits: 2 },
    ]);
    expect(year?.weekdays).toEqual([2, 0, 1, 1, 0, 0, 1]);
    expect(year).toMatchObject({ lastAt: '2026-11-25T08:00:00.000Z', since: '2025-07-13' });
  });

  test('have the hours of both changes of daylight saving time in their weeks', async () => {
    testDesk.clock.now = Date.parse('2026-11-25T11:00:00Z');
    // Sunday, 23:30
    for (const time of ['2026-03-29T21:30:00Z', '2026-10-25T22:30:00Z']) await at(time);
    const year = await readYear();
    expect(counted(year)?.map(({ monday }) => monday)).toEqual(['2026-03-23', '2026-10-19']);
    expect(year?.weekdays).toEqual([0, 0, 0, 0, 0, 0, 2]);
  });

  test('are empty for a member who never came, and the last visit is known from earlier years', async () => {
    testDesk.clock.now = Date.parse('2026-11-25T11:00:00Z');
    expect(await readYear('nobody')).toMatchObject({ lastAt: null, since: null });
    await at('2024-02-01T10:00:00Z');
    const year = await readYear();
    expect(counted(year)).toEqual([]);
    expect(year).toMatchObject({ lastAt: '2024-02-01T10:00:00.000Z', since: '2024-02-01' });
  });
});

test.each(['x', '5', '5.', '999999999999999.a', '5.\0'])('%j is no valid cursor', (after) => {
  expect(visitsQuery.safeParse({ after }).success).toBe(false);
});
