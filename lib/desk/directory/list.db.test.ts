import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { members } from '#lib/db/schema/directory.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { upsertMember } from './directory.ts';
import { type DirectoryQuery, directoryQuery, listDirectory } from './list.ts';
import { memberOf } from './member.ts';
import { mirrorDirectory } from './mirror.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const mirror = () => mirrorDirectory(testDesk.desk, here.location);
const list = (asked: DirectoryQuery = {}, at = here) =>
  listDirectory(testDesk.desk.db, at.location, asked, testDesk.clock.now);
const ids = async (asked?: DirectoryQuery) => (await list(asked)).entries.map(({ accountId }) => accountId);

/** Members of the platform, the first one changed last. */
function enrol(count: number) {
  const now = testDesk.clock.now - 3_600_000;
  const enrolled = Array.from({ length: count }, (_, index) => inventMember({ updatedAt: now - index }));
  here.platform.members.push(...enrolled);
  return enrolled;
}
const idsOf = (enrolled: ReturnType<typeof enrol>) => enrolled.map(({ account }) => account.accountId);

async function readAllPages(): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = await list({ after });
    found.push(...page.entries.map(({ accountId }) => accountId));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return found;
}

describe('all members', () => {
  test('are listed in the order of the platform, page by page', async () => {
    const enrolled = enrol(230);
    await mirror();
    expect((await list()).entries).toHaveLength(50);
    expect(await readAllPages()).toEqual(idsOf(enrolled));
  });

  test('are listed with the newest change first after the next pass', async () => {
    const enrolled = enrol(60);
    await mirror();
    const last = enrolled.at(-1);
    if (last) last.updatedAt = testDesk.clock.now;
    testDesk.clock.now += 60_000;
    await mirror();
    expect(await ids()).toEqual([...idsOf(enrolled).slice(-1), ...idsOf(enrolled).slice(0, 49)]);
  });

  test('keep their places when one is only looked up', async () => {
    const enrolled = enrol(3);
    await mirror();
    testDesk.clock.now += 60_000;
    const last = enrolled.at(-1);
    if (last) {
      await upsertMember(
        testDesk.desk.db,
        here.location.id,
        memberOf(last.account),
        null,
        new Date(testDesk.clock.now),
      );
    }
    expect(await ids()).toEqual(idsOf(enrolled));
  });

  test('of the same moment are listed once each', async () => {
    enrol(120);
    await mirror();
    await testDesk.desk.db
      .update(members)
      .set({ changedAt: new Date(testDesk.clock.now) })
      .where(eq(members.locationId, here.location.id));
    expect(new Set(await readAllPages()).size).toBe(120);
  });

  test('of another location are not listed', async () => {
    enrol(3);
    await mirror();
    const there = await testDesk.openLocation();
    expect((await list({}, there)).entries).toEqual([]);
    expect((await list({ q: 'Vogt' }, there)).entries).toEqual([]);
  });
});

test('a text is searched, and more are shown than in the search box', async () => {
  enrol(30);
  await mirror();
  expect(await list({ q: 'lena' })).toMatchObject({ entries: { length: 30 }, isCut: false });
  const [one] = here.platform.members;
  const { entries, next } = await list({ q: one?.account.membership?.barcode ?? '' });
  expect(entries).toMatchObject([{ accountId: one?.account.accountId }]);
  expect(next).toBeNull();
});

test('that a text means more members than are shown is said', async () => {
  enrol(51);
  await mirror();
  expect(await list({ q: 'lena' })).toMatchObject({ entries: { length: 50 }, isCut: true });
});

test.each([
  ['2026-11-20', { day: '2026-11-20', state: 'past' }],
  ['2026-11-21', { day: '2026-11-21', state: 'soon' }],
  ['2026-12-05', { day: '2026-12-05', state: 'soon' }],
  ['2026-12-06', null],
  [undefined, null],
])('a contract that ends %s on 21 November is told as %o', async (endOfContract, contractEnd) => {
  here.platform.members.push(inventMember({ endOfContract }));
  await mirror();
  expect((await list()).entries).toMatchObject([{ contractEnd }]);
});

describe('the first reading', () => {
  test('is told as it is before it begins, under way and done', async () => {
    expect((await list()).progress).toEqual({ read: 0, total: null });
    enrol(250);
    here.platform.fault = ({ query }) => (query.get('offset') === '90' ? { status: 500, body: {} } : null);
    await mirror();
    expect((await list()).progress).toEqual({ read: 100, total: 250 });
    here.platform.fault = () => null;
    await mirror();
    expect((await list()).progress).toBeNull();
  });
});

test.each(['x', '.', '99999999999999999.a', '5', '5.'])('%s is no place in the list', (after) => {
  expect(directoryQuery.safeParse({ after }).success).toBe(false);
});
