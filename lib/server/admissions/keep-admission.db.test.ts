import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { taps, visits } from '#lib/server/db/schema/visits.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { isOfAdmission, setUpAdmissions } from '#lib/testing/admissions-of.ts';
import { holdDeadlines } from '#lib/testing/hold-answer.ts';
import { until } from '#shared/testing/until.ts';

const { testDesk, here, accountId, count, scan, kept, askLater, holdAdmission } = setUpAdmissions();
const minute = 60_000;

test('a tap that is sent twice, at once or later, has one admission', async () => {
  holdDeadlines();
  const tap = here().tap();
  await Promise.all([scan(tap), scan(tap)]);
  await scan(tap);
  expect(await kept()).toMatchObject([
    { accountId: accountId(), tapId: tap.tapId, occasion: 'counter', isFirst: expect.any(Boolean) },
  ]);
});

test('a row exists before the platform answers, so that a process that dies meanwhile leaves it without an answer', async () => {
  const held = holdAdmission();
  const scanned = scan();
  await until(() => expect(count()).toBe(1));
  expect(await kept()).toMatchObject([{ accountId: accountId(), isFirst: null }]);
  held.release();
  await scanned;
  await until(async () => expect(await kept()).toMatchObject([{ isFirst: false }]));
});

test('what the platform has not received, or not understood, leaves no row; what it may have granted does', async () => {
  here().platform.fault = (request) => (isOfAdmission(request) ? { status: 429 } : null);
  await askLater();
  expect(await kept()).toEqual([]);
  here().platform.fault = (request) => (isOfAdmission(request) ? { status: 502, body: {} } : null);
  await askLater();
  expect(await kept()).toMatchObject([{ isFirst: null, occasion: 'later' }]);
});

test.each([
  [59_000, 'counter'],
  [60_000, 'later'],
])('an admission of a scan that reaches the desk after %i ms is kept as of: %s', async (lateMs, occasion) => {
  await scan({ ...here().tap(), tappedAt: testDesk.clock.now - lateMs });
  expect(await kept()).toMatchObject([{ occasion }]);
});

test('an admission stays when its visit is undone or lost', async () => {
  await scan();
  await testDesk.desk.db.delete(visits).where(eq(visits.locationId, here().location.id));
  expect(await kept()).toHaveLength(1);
});

test('nothing is kept of a member who is forgotten before the request, or while it is under way', async () => {
  const { desk, clock } = testDesk;
  const forget = () =>
    desk.db.transaction((tx) => forgetMember(tx, desk, { locationId: here().location.id, accountId: accountId() }));
  const before = { tapId: here().tap().tapId, foundAt: new Date(clock.now) };
  const held = holdAdmission();
  const asked = askLater(before);
  await until(() => expect(count()).toBe(1));
  await forget();
  held.release();
  expect(await asked).toMatchObject({ kind: 'granted' });
  expect(await kept()).toEqual([]);
  expect(await askLater(before)).toMatchObject({ kind: 'granted' });
  expect(await kept()).toEqual([]);
});

test('what the platform has admitted is not asked again: by another process, later, or after its visit was not stored', async () => {
  const tap = here().tap();
  const { tapId } = tap;
  await scan(tap);
  expect(await askLater({ tapId }, testDesk.another())).toMatchObject({ kind: 'granted' });
  const { db } = testDesk.desk;
  for (const table of [visits, taps]) await db.delete(table).where(eq(table.locationId, here().location.id));
  await scan(tap);
  expect(await here().ledger()).toHaveLength(1);
  expect(await kept()).toMatchObject([{ tapId, isFirst: false }]);
  expect(count()).toBe(1);
});

test('nor is it for a scan that waited in a browser and is sent again', async () => {
  const tap = { ...here().tap(), tappedAt: testDesk.clock.now - 10 * minute };
  await scan(tap);
  const { db } = testDesk.desk;
  for (const table of [visits, taps]) await db.delete(table).where(eq(table.locationId, here().location.id));
  await scan(tap);
  expect(await kept()).toMatchObject([{ tapId: tap.tapId, occasion: 'later' }]);
  expect(count()).toBe(1);
});

test('while one process asks, another does not; if it may have died meanwhile, it does', async () => {
  const { tapId } = here().tap();
  const held = holdAdmission();
  const asked = askLater({ tapId });
  await until(() => expect(count()).toBe(1));
  expect(await askLater({ tapId }, testDesk.another())).toMatchObject({ kind: 'unavailable' });
  expect(count()).toBe(1);
  testDesk.clock.now += 15_000;
  const again = askLater({ tapId }, testDesk.another());
  await until(() => expect(count()).toBe(2));
  held.release();
  expect(await Promise.all([asked, again])).toMatchObject([{ kind: 'granted' }, { kind: 'granted' }]);
});

test('a request that meets the deletion of its member leaves nothing', async () => {
  await scan();
  const { desk } = testDesk;
  const opened = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const forgetting = desk.db.transaction(async (tx) => {
    await forgetMember(tx, desk, { locationId: here().location.id, accountId: accountId() });
    opened.resolve();
    await end.promise;
  });
  await opened.promise;
  const asked = askLater();
  await until(async () => {
    const { rows } = await desk.db.execute(
      sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%with known as%' and datname = current_database()`,
    );
    expect(rows).toHaveLength(1);
  });
  end.resolve();
  await Promise.all([forgetting, asked]);
  expect(await kept()).toEqual([]);
});
