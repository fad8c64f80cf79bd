import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { firstDayOf, lastDayOf } from '#lib/server/contracts/contract-days.ts';
import { cards, members } from '#lib/server/db/schema/directory.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { elsewhereEvents, type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { memberColumns, upsertMember, upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { directoryOf } from '#lib/testing/directory-of.ts';
import type { FakeMember } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import * as days from '#lib/wire/contract-days.ts';
import { readDirectoryFilters } from '#lib/wire/directory.ts';
import { directoryQuery, listDirectory } from './list.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const { mirror, enrol } = directoryOf(testDesk, () => here);
const list = (asked: Record<string, string | undefined> = {}, at = here) =>
  listDirectory({ desk: testDesk.desk, actor: at.actor }, directoryQuery.parse(asked));
const ids = async (asked?: Record<string, string>) => (await list(asked)).entries.map(({ accountId }) => accountId);

const idsOf = (enrolled: readonly FakeMember[]) => enrolled.map(({ account }) => account.accountId);

async function readAllPages(asked: Record<string, string> = {}): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = await list({ ...asked, after });
    found.push(...page.entries.map(({ accountId }) => accountId));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return found;
}

describe('all members', () => {
  test('are listed page by page in the order of the platform', async () => {
    const enrolled = enrol(230);
    await mirror();
    expect((await list()).entries).toHaveLength(50);
    expect(await readAllPages()).toEqual(idsOf(enrolled));
  });

  test('are listed with the latest change first after the next pass of the mirror', async () => {
    const enrolled = enrol(60);
    await mirror();
    const last = enrolled.at(-1);
    if (last) last.updatedAt = testDesk.clock.now;
    testDesk.clock.now += 60_000;
    await mirror();
    expect(await ids()).toEqual([...idsOf(enrolled).slice(-1), ...idsOf(enrolled).slice(0, 49)]);
  });

  test('keep their order when one is looked up without a change', async () => {
    const enrolled = enrol(3);
    await mirror();
    testDesk.clock.now += 60_000;
    const last = enrolled.at(-1);
    if (last) {
      await upsertMember(testDesk.desk.db, {
        locationId: here.location.id,
        member: memberOf(last.account),
        askedAt: new Date(testDesk.clock.now),
      });
    }
    expect(await ids()).toEqual(idsOf(enrolled));
  });

  test('that changed at the same moment are listed once each', async () => {
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

test('a search text lists its matches, more of them than the search box', async () => {
  enrol(30);
  await mirror();
  expect(await list({ q: 'lena' })).toMatchObject({ entries: { length: 30 }, total: 30 });
  const [one] = here.platform.members;
  const { entries, next } = await list({ q: one?.account.membership?.barcode ?? '' });
  expect(entries).toMatchObject([{ accountId: one?.account.accountId }]);
  expect(next).toBeNull();
});

test('the total counts matches beyond those listed', async () => {
  enrol(51);
  await mirror();
  expect(await list({ q: 'lena' })).toMatchObject({ entries: { length: 50 }, total: 51 });
});

test.each([
  ['2026-11-20', { day: '2026-11-20', state: 'past' }],
  ['2026-11-21', { day: '2026-11-21', state: 'soon' }],
  ['2026-12-05', { day: '2026-12-05', state: 'soon' }],
  ['2026-12-06', null],
  [undefined, null],
])('on 2026-11-21, a contract that ends on %s is shown as %o', async (endOfContract, contractEnd) => {
  here.platform.members.push(inventMember({ endOfContract }));
  await mirror();
  expect((await list()).entries).toMatchObject([{ contractEnd }]);
});

test('the last day is that of corporate fitness, in the list, its filters and its order, as in the profile', async () => {
  const { timeZone } = here.location;
  const ending = (endOfContract: string | undefined, endTimestamp?: string, startTimestamp?: string) => {
    const member = inventMember({ endOfContract });
    here.platform.members.push(member);
    const corporateFitness = { endTimestamp, ...(startTimestamp && { startTimestamp }) };
    if (endTimestamp) member.account.membership = { ...member.account.membership, corporateFitness };
    return member.account.accountId;
  };
  const [first, second, third] = [
    ending('2027-12-31', '2026-11-20T23:59:59Z'),
    ending('2026-11-30'),
    ending('2026-11-01', '2026-12-01T22:59:59Z', '2026-11-24T22:00:00Z'),
  ];
  await mirror();
  expect(await ids({ sort: 'contractEnd' })).toEqual([first, second, third]);
  expect(await ids({ ends: 'past' })).toEqual([first]);
  expect(await ids({ ends: 'soon', sort: 'contractEnd' })).toEqual([second, third]);
  const { entries } = await list({ sort: 'contractEnd' });
  expect(entries.map(({ endOfContract, contractEnd }) => [endOfContract, contractEnd?.state ?? null])).toEqual([
    ['2026-11-20', 'past'],
    ['2026-11-30', 'soon'],
    ['2026-12-01', 'soon'],
  ]);
  const kept = await testDesk.desk.db
    .select({ ...memberColumns, first: firstDayOf(here.location), last: lastDayOf(here.location) })
    .from(members)
    .where(eq(members.locationId, here.location.id));
  expect(kept.find(({ accountId }) => accountId === third)?.first).toBe('2026-11-25');
  for (const { first: from, last, ...member } of kept) {
    expect([from, last]).toEqual([days.firstDayOf(member, timeZone), days.lastDayOf(member, timeZone)]);
  }
});

describe('filters and orders', () => {
  const daysAgo = (days: number) => new Date(testDesk.clock.now - days * 86_400_000);

  /** Five members whom the filters and orders tell apart. */
  async function known(): Promise<void> {
    const [db, at] = [testDesk.desk.db, new Date(testDesk.clock.now)];
    const locationId = here.location.id;
    const person = (accountId: string, firstName: string, membershipType: string, endOfContract?: string) =>
      memberOf({ accountId, firstName, membership: { membershipId: accountId, membershipType, endOfContract } });
    const persons = [
      person('e', 'Erik', 'PREMIUM', '2026-11-20'),
      person('d', 'Dora', 'BASIC', '2026-12-21'),
      person('c', 'Carl', 'PREMIUM', '2026-12-22'),
      person('b', 'Bert', 'CORPORATE_FITNESS'),
      person('a', 'Åse', 'BASIC'),
    ];
    await upsertMembers(db, { locationId, members: persons, askedAt: at, changedFrom: at });
    const kept = { locationId, version: randomUUID(), sealedPicture: Buffer.from('x') };
    await db.insert(photos).values([{ ...kept, accountId: 'a' }]);
    await db.insert(cards).values([{ locationId, kind: 'rfid', value: '0x01', accountId: 'b', syncedAt: at }]);
    const visit = (accountId: string, days: number, fields: Partial<Visit> = {}) => {
      const times = { tappedAt: daysAgo(days), undoUntil: at, nextAttemptAt: at, recordedAt: at };
      return {
        ...times,
        locationId,
        tapId: randomUUID(),
        accountId,
        kind: 'checkIn' as const,
        state: 'sent' as const,
        ...fields,
      };
    };
    await db
      .insert(visits)
      .values([
        visit('a', 2),
        visit('b', 29),
        visit('c', 31),
        visit('d', 1, { state: 'undone' }),
        visit('d', 1, { kind: 'checkOut' }),
      ]);
    await db.insert(elsewhereEvents).values([{ locationId, accountId: 'e', kind: 'checkIn', at: daysAgo(1) }]);
  }
  const of = async (asked: Record<string, string>) => (await ids(asked)).join('');

  test.each([
    [{ type: 'BASIC' }, 'da'],
    [{ ends: 'soon' }, 'd'],
    [{ ends: 'past' }, 'e'],
    [{ photo: 'none' }, 'edcb'],
    [{ card: 'none' }, 'edca'],
    [{ visit: 'late' }, 'dc'],
    [{ visit: 'late', type: 'PREMIUM' }, 'c'],
    [{ sort: 'name' }, 'abcde'],
    [{ sort: 'contractEnd' }, 'edcab'],
    [{ sort: 'lastVisit' }, 'eabcd'],
    [{ sort: 'name', photo: 'none' }, 'bcde'],
    [{ q: 'er', sort: 'name' }, 'eb'],
    [{ q: 'er', type: 'PREMIUM' }, 'e'],
  ])('%o shows %s, and counts them', async (asked, shown) => {
    await known();
    expect(await of(asked)).toBe(shown);
    expect((await list(asked)).total).toBe(shown.length);
  });

  test('who was not here for a month is no prepared statement, whose plan for any month reads all visits for each member', async () => {
    const preparedFor = async (asked: Record<string, string>) => {
      return testDesk.desk.db.transaction(async (tx) => {
        for (let time = 0; time < 8; time += 1) {
          await listDirectory({ desk: { ...testDesk.desk, db: tx }, actor: here.actor }, directoryQuery.parse(asked));
        }
        const { rows } = await tx.execute(sql`select statement from pg_prepared_statements`);
        return rows.map(({ statement }) => String(statement)).filter((text) => text.includes('elsewhere_events'));
      });
    };
    expect(await preparedFor({ visit: 'late' })).not.toContainEqual(expect.stringContaining('not exists'));
    expect(await preparedFor({ sort: 'lastVisit' })).not.toEqual([]); // control: others are prepared
  });

  test('an entry says whether the member has a card and a photo, and when they last came', async () => {
    await known();
    const { entries } = await list({ sort: 'name' });
    expect(entries[0]).toMatchObject({ accountId: 'a', hasCard: false, openTasks: 0, endOfContract: null });
    expect(entries[0]?.lastVisitAt).toBe(daysAgo(2).toISOString());
    expect(entries[1]).toMatchObject({ accountId: 'b', hasCard: true, photoUrl: null });
    expect(entries[3]).toMatchObject({ accountId: 'd', lastVisitAt: null, endOfContract: '2026-12-21' });
  });

  test.each(['changed', 'name', 'lastVisit', 'contractEnd'])(
    'pages sorted by %s list each member once',
    async (sort) => {
      const enrolled = enrol(120);
      await mirror();
      const at = new Date(testDesk.clock.now);
      const [first, second] = idsOf(enrolled);
      await testDesk.desk.db.insert(elsewhereEvents).values(
        [first, second].map((accountId = '') => ({
          locationId: here.location.id,
          accountId,
          kind: 'checkIn' as const,
          at,
        })),
      );
      const all = await readAllPages({ sort });
      expect(all).toHaveLength(120);
      expect(new Set(all)).toEqual(new Set(idsOf(enrolled)));
    },
  );

  test('a name too long for the index is listed too', async () => {
    const long = memberOf({ accountId: 'long', firstName: 'w'.repeat(5_000), lastName: 'x'.repeat(5_000) });
    await upsertMembers(testDesk.desk.db, {
      locationId: here.location.id,
      members: [long],
      askedAt: new Date(testDesk.clock.now),
    });
    enrol(60);
    await mirror();
    expect(await readAllPages({ sort: 'name' })).toContain('long');
  });
});

describe('the progress of the first full pass', () => {
  test('is shown before it begins and while it runs, and not after it', async () => {
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

test.each([
  ...['x', '.', '99999999999999999.a', '5', '5.'].map((after) => ({ after })),
  { sort: 'lastVisit', after: 'x.a' },
  { sort: 'contractEnd', after: '2026-99-01.a' },
  { sort: 'name', after: 'a' },
  { sort: 'height' },
  { photo: 'some' },
])('the query %o is refused', (asked) => {
  expect(directoryQuery.safeParse(asked).success).toBe(false);
});

test('unknown or repeated filters in an address are ignored', () => {
  const params = new URLSearchParams('q=a&sort=name&type=GOLD&ends=past&ends=soon&card=none&x=y');
  expect(readDirectoryFilters(params)).toEqual({ sort: 'name', ends: 'past', card: 'none' });
});
