import { and, eq, isNotNull, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { locations } from '#lib/server/db/schema/locations.ts';
import { browser, browserRequest, signIn } from '#lib/testing/browser.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { GET, POST } from './route.ts';

// before the desk opens its connections
const asked = vi.spyOn(pg.Client.prototype, 'query');
const testDesk = setUpStartedDesk();
afterAll(() => asked.mockRestore());

let here: TestLocation;
beforeEach(async () => {
  browser.claim = null;
  here = await testDesk.openLocation();
});

const url = (path: string, query: Record<string, string> = {}) =>
  `http://desk/api/desk/${path}?${new URLSearchParams({ locationId: here.location.id, ...query })}`;
const lists = ['/presence', '/status', '/taps/today'].map((part) => `&read=${encodeURIComponent(part)}`).join('');
const headers = { origin: 'http://desk', host: 'desk', 'content-type': 'application/json' };

async function countStatements(request: () => Promise<Response>): Promise<number> {
  asked.mockClear();
  const answer = await request();
  expect(answer.status).toBe(200);
  return asked.mock.calls.filter(([statement]) => !isSetUp(statement)).length;
}

/** What the pool runs first on a new connection: it opens one again after a pause. */
const isSetUp = (statement: unknown) => typeof statement === 'string' && statement.includes('synchronous_commit');

async function openCounter() {
  const staffId = await signIn(testDesk, 'reception', here);
  const [lena, first] = [inventMember(), inventMember()];
  here.platform.members.push(lena, first);
  const scanOf = (value: string) => () => {
    const tap = {
      kind: 'lookUp',
      source: 'scan',
      value,
      ...here.tap(),
      locationId: here.location.id,
      staffId,
    };
    return browserRequest(url('taps'), { method: 'POST', headers, body: JSON.stringify(tap) }).then(POST);
  };
  return { lena, first, scanOf };
}

test('a scan takes few statements, and so do the lists that every window reads', async () => {
  const { lena, first, scanOf } = await openCounter();
  const read = (path: string, query?: Record<string, string>) => () => browserRequest(url(path, query)).then(GET);
  // opens the connections, compares the clocks, and is the first card that a reader sends here
  await scanOf(first.card)();
  const isNoted = and(eq(locations.id, here.location.id), isNotNull(locations.cardScannedAt));
  await until(async () => expect(await testDesk.desk.db.$count(locations, isNoted)).toBe(1));
  expect({
    'first scan': await countStatements(scanOf(lena.card)),
    'repeated scan': await countStatements(scanOf(lena.card)),
    glance: await countStatements(read('at-a-glance', { source: 'scan', value: lena.card })),
    presence: await countStatements(read('presence')),
    status: await countStatements(read('status')),
    today: await countStatements(read('taps/today')),
    'the three together': await countStatements(() => browserRequest(url('together') + lists).then(GET)),
  }).toEqual({
    'first scan': 13,
    'repeated scan': 12,
    glance: 2,
    presence: 2,
    status: 2,
    today: 4,
    'the three together': 6,
  });
});

test('no statement of a scan is planned anew each time', async () => {
  const { lena, scanOf } = await openCounter();
  // PostgreSQL plans the first five of a connection for their values
  for (let scan = 0; scan < 20; scan += 1) await countStatements(scanOf(lena.card));
  // each connection shows its own: concurrently, the pool asks all that it has
  const read = () =>
    testDesk.desk.db.execute<{ statement: string; isPlannedAnew: boolean }>(
      sql`select statement, custom_plans > 5 as "isPlannedAnew" from pg_prepared_statements where custom_plans >= 5`,
    );
  const rows = (await Promise.all(Array.from({ length: 10 }, read))).flatMap((answer) => answer.rows);
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.filter(({ isPlannedAnew }) => isPlannedAnew)).toEqual([]);
});
