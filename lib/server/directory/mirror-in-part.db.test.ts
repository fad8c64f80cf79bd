import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { askForAbsent } from '#lib/server/members/ask-absent.ts';
import { findMembers } from '#lib/server/search/find-members.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { dayMs, directoryOf, hourMs, idsOf, minuteMs } from '#lib/testing/directory-of.ts';
import type { Answer, FakeMember } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { mirrorDirectory } from './mirror.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const { mirror, enrol, mirrored } = directoryOf(testDesk, () => here);
const found = async (text: string) => {
  const search = { locationId: here.location.id, text, limit: 5, today: '2026-11-21' };
  return (await findMembers(testDesk.desk.db, search)).members;
};
const unreadable = async () => (await readStatus({ desk: testDesk.desk, actor: here.actor })).unreadable;
const since = () => here.platform.requests.at(-1)?.query.get('fromTimestamp') ?? null;

const change = (member: FakeMember | undefined) => {
  if (member) member.updatedAt = testDesk.clock.now;
};

/** From now on, the platform's lists have these members without their account ids. */
function spoil(...spoilt: (FakeMember | undefined)[]): void {
  const emails = spoilt.map((member) => member?.account.email);
  here.platform.dialect = (reply) => {
    const { items, ...page } = (reply.body ?? {}) as { items?: { email?: string }[] }; // safe because: only lists have items
    if (!items) return reply;
    const listed = items.map((item) => (emails.includes(item.email) ? { ...item, accountId: undefined } : item));
    return { ...reply, body: { ...page, items: listed } };
  };
}
const mend = () => {
  here.platform.dialect = (reply: Answer) => reply;
};

test('an unreadable member does not hide others from the search, and is counted for the manager', async () => {
  const [lena, ...others] = enrol(3);
  spoil(lena);
  await mirror();
  expect(await mirrored()).toEqual(idsOf(others));
  const [jonas] = others;
  const { email } = jonas?.account ?? {};
  expect(await found(email ?? '')).toHaveLength(1);
  expect(await unreadable()).toEqual([{ list: 'members', count: 1, isEndless: false, isCutShort: false }]);
});

test('an unreadable member is logged once by field and code, without personal data', async () => {
  const [lena] = enrol(3);
  spoil(lena);
  await mirror();
  testDesk.clock.now += minuteMs;
  change(lena);
  await mirror();
  const told = testDesk.logged.filter(([fields]) => JSON.stringify(fields).includes(here.location.id));
  expect(told).toEqual([
    [
      {
        locationId: here.location.id,
        operation: 'listAccounts',
        count: 1,
        kinds: ['accountId invalid_type'],
        requestId: expect.any(String),
      },
      'items of a list could not be read',
    ],
  ]);
});

test('a member with days, instants or an id that the database cannot store hides no other', async () => {
  const [lena, omar, ...others] = enrol(4);
  if (!lena?.account.membership || !omar) throw new Error('Nobody is enrolled.');
  Object.assign(lena.account, { dateOfBirth: '0000-01-01' });
  Object.assign(lena.account.membership, {
    endOfContract: '9999-12-31',
    corporateFitness: { startTimestamp: '0001-01-01T00:00:00+01:00', endTimestamp: '9999-12-31T23:59:59-05:00' },
  });
  Object.assign(omar.account, { accountId: 'omar\0' });
  await mirror();
  expect(await mirrored()).toEqual(idsOf([lena, ...others]));
  const { accountId } = lena.account;
  const { db } = testDesk.desk;
  expect(await db.select().from(members).where(eq(members.accountId, accountId))).toMatchObject([
    { dateOfBirth: null, endOfContract: '9999-12-31', corporateStart: null, corporateEnd: null },
  ]);
  expect(await unreadable()).toMatchObject([{ list: 'members', count: 1 }]);
});

test('each unreadable member is counted once although pages overlap', async () => {
  const enrolled = enrol(250);
  spoil(enrolled[2], enrolled[95], enrolled[185]);
  await mirror();
  expect(await mirrored()).toHaveLength(247);
  expect(await unreadable()).toMatchObject([{ count: 3 }]);
});

test('each unreadable member is counted once where the platform sends all members for each page', async () => {
  const items = enrol(60).map(({ account }, index) =>
    index % 20 === 19 ? { ...account, accountId: undefined } : account,
  );
  here.platform.dialect = (reply) => ({ ...reply, body: { items } });
  await mirror();
  expect(await mirrored()).toHaveLength(57);
  expect(await unreadable()).toEqual([{ list: 'members', count: 3, isEndless: false, isCutShort: false }]);
});

describe('an unreadable member does not count as absent', () => {
  test('a known member is kept after the next full pass', async () => {
    const enrolled = enrol(3);
    await mirror();
    spoil(enrolled[0]);
    testDesk.clock.now += dayMs;
    await mirror();
    expect(since()).toBeNull();
    expect(await mirrored()).toEqual(idsOf(enrolled));
  });

  test('control: a member who is not listed at all is forgotten after it', async () => {
    enrol(3);
    await mirror();
    here.platform.members.pop();
    testDesk.clock.now += dayMs;
    await mirror();
    testDesk.clock.now += minuteMs;
    await mirror();
    await askForAbsent({ desk: testDesk.desk, actor: here.actor });
    expect(await mirrored()).toEqual(idsOf(here.platform.members));
  });

  test('an unreadable change is read again until it is readable, however long that takes', async () => {
    const [lena] = enrol(3);
    await mirror();
    const readAt = testDesk.clock.now;
    testDesk.clock.now += minuteMs;
    if (lena) lena.account = { ...lena.account, lastName: 'Newname' };
    change(lena);
    spoil(lena);
    await mirror();
    testDesk.clock.now += 10 * hourMs;
    await mirror();
    expect(since()).toBe(new Date(readAt - 5 * minuteMs).toISOString());
    mend();
    testDesk.clock.now += minuteMs;
    await mirror();
    expect(await found('newname')).toHaveLength(1);
    expect(await unreadable()).toEqual([]);
  });

  test('the next full pass is within the hour, and the notice disappears once all are readable', async () => {
    const enrolled = enrol(3);
    spoil(enrolled[1]);
    await mirror();
    testDesk.clock.now += minuteMs;
    await mirror();
    expect(since()).not.toBeNull();
    expect(await unreadable()).toMatchObject([{ count: 1 }]);
    mend();
    testDesk.clock.now += hourMs;
    await mirror();
    expect(await mirrored()).toEqual(idsOf(enrolled));
    expect(await unreadable()).toEqual([]);
  });
});

test('a member with 5,000 characters in every text is stored and found', async () => {
  const long = 'w'.repeat(5_000);
  const [lena] = enrol(2);
  if (lena) {
    const membership = { ...lena.account.membership, membershipId: long, barcode: long };
    lena.account = { ...lena.account, email: long, firstName: long, lastName: 'Wolfe '.repeat(800), membership };
  }
  await mirror();
  expect(await found('wwwwww')).toHaveLength(1);
  expect(await mirrored()).toHaveLength(2);
});

test.each([
  ['beyond 32 bits', 5_000_000_000],
  ['beyond safe integers', 1e20],
  ['negative', -1],
  ['text', 'many'],
  ['absent', undefined],
])('a total that is %s does not stop the mirror', async (_, total) => {
  const enrolled = enrol(120);
  here.platform.dialect = (reply) => ({ ...reply, body: { ...(reply.body as object), total } }); // safe because: a page is an object
  await mirror();
  expect(await mirrored()).toEqual(idsOf(enrolled));
});

test('without `hasNext`, a full page is followed by another request', async () => {
  const enrolled = enrol(120);
  here.platform.dialect = (reply) => ({ ...reply, body: { ...(reply.body as object), hasNext: undefined } }); // safe because: as above
  await mirror();
  expect(await mirrored()).toEqual(idsOf(enrolled));
  expect(here.platform.requests).toHaveLength(2);
});

test('all members are read of a platform that does not page, also where they are more than a statement stores', async () => {
  const items = enrol(3_700).map(({ account }) => ({ ...account, contact: { phone: '', city: '', country: '' } }));
  here.platform.dialect = (reply) => ({ ...reply, body: { items, total: 3_700 } });
  await mirror();
  expect(await mirrored()).toHaveLength(3_700);
  expect(await unreadable()).toEqual([]);
});

test('the members of a platform that does not page are read to their end where each page takes a whole turn', async () => {
  const enrolled = enrol(150);
  here.platform.dialect = (reply) => ({ ...reply, body: { items: enrolled.map(({ account }) => account) } });
  // the second page shows that nobody follows
  expect(await mirrorDirectory({ desk: testDesk.desk, actor: here.actor }, { longestMs: 0 })).toBe(false);
  expect(here.platform.requests).toHaveLength(2);
  const isHere = eq(directorySyncs.locationId, here.location.id);
  const [sync] = await testDesk.desk.db.select().from(directorySyncs).where(isHere);
  expect(sync).toMatchObject({ passStartedAt: null, allReadAt: expect.any(Date) });
  expect(await mirrored()).toEqual(idsOf(enrolled));
});

test('changes are read to their end where the platform does not page, and counts all members', async () => {
  const enrolled = enrol(150);
  await mirror();
  testDesk.clock.now += minuteMs;
  for (const member of enrolled) member.account = { ...member.account, lastName: 'Newname' };
  const items = enrolled.map(({ account }) => account);
  here.platform.dialect = (reply) => ({ ...reply, body: { items, total: 2_000 } });
  await mirror();
  expect(await found('newname')).toHaveLength(5);
  expect(await unreadable()).toEqual([]);
  const readAt = testDesk.clock.now;
  testDesk.clock.now += minuteMs;
  await mirror();
  expect(since()).toBe(new Date(readAt - 5 * minuteMs).toISOString());
});

describe('an endless list', () => {
  const endless = [{ list: 'members', count: 0, isEndless: true, isCutShort: false }];

  test('is given up where it repeats itself, and reported to the manager; no member is forgotten', async () => {
    const enrolled = enrol(120);
    await mirror();
    here.platform.dialect = (reply) => {
      const page = reply.body as { items: unknown[] }; // safe because: the platform answers pages here
      const items = here.platform.members.slice(0, 100).map(({ account }) => account);
      return { ...reply, body: { ...page, items, hasNext: true } };
    };
    testDesk.clock.now += dayMs;
    here.platform.requests.length = 0;
    await mirror();
    expect(here.platform.requests).toHaveLength(2);
    expect(await mirrored()).toEqual(idsOf(enrolled));
    expect(await unreadable()).toEqual(endless);
    expect(testDesk.logged.flat()).toContain('the list of members does not end');
    mend();
    testDesk.clock.now += hourMs;
    await mirror();
    expect(await unreadable()).toEqual([]);
  });

  test('is given up after more members than any chain has', async () => {
    enrol(1);
    await mirror();
    await testDesk.desk.db
      .update(directorySyncs)
      .set({ passStartedAt: new Date(testDesk.clock.now), passOffset: 1_999_990 })
      .where(eq(directorySyncs.locationId, here.location.id));
    here.platform.dialect = (reply) => {
      const items = Array.from({ length: 100 }, () => inventMember().account);
      return { ...reply, body: { ...(reply.body as object), items, hasNext: true } }; // safe because: as above
    };
    here.platform.requests.length = 0;
    await mirror();
    expect(here.platform.requests).toHaveLength(1);
    expect(await unreadable()).toEqual(endless);
  });
});
