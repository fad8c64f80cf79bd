import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkIn } from '#lib/server/arrivals/look-up.ts';
import { directorySyncs } from '#lib/server/db/schema/directory.ts';
import { locationWork } from '#lib/server/db/schema/location-work.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { askForAbsent, askingForAbsent } from '#lib/server/members/ask-absent.ts';
import { mirroringTasks } from '#lib/server/tasks/mirror.ts';
import { directoryOf, idsOf } from '#lib/testing/directory-of.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { findInDirectory, upsertMember } from './directory.ts';
import { memberOf } from './member.ts';
import { mirrorDirectory, mirroringMembers } from './mirror.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const { mirror, pass, enrol, mirrored } = directoryOf(testDesk, () => here);
const offsets = () => here.platform.requests.map(({ query }) => Number(query.get('offset')));

async function progress() {
  const of = eq(directorySyncs.locationId, here.location.id);
  const [row] = await testDesk.desk.db.select().from(directorySyncs).where(of);
  if (!row) throw new Error('There was no pass.');
  return row;
}
const known = () => idsOf(here.platform.members);

describe('the first pass', () => {
  test('reads the whole chain in overlapping pages of 100', async () => {
    enrol(250);
    await mirror();
    expect(await mirrored()).toEqual(known());
    expect(offsets()).toEqual([0, 90, 180]);
    for (const { query } of here.platform.requests) {
      expect(Object.fromEntries(query)).toMatchObject({ limit: '100', currentGymOnly: 'false' });
      expect(query.has('fromTimestamp')).toBe(false);
    }
    expect(await progress()).toMatchObject({
      memberCount: 250,
      passStartedAt: null,
      passOffset: 0,
      leaseId: null,
      knownUntil: new Date(testDesk.clock.now),
      allReadAt: new Date(testDesk.clock.now),
    });
  });

  test('resumes at the failed page, also in another process', async () => {
    enrol(250);
    here.platform.fault = ({ query }) => (query.get('offset') === '90' ? { status: 500, body: {} } : null);
    await mirror();
    expect(await mirrored()).toHaveLength(100);
    expect(await progress()).toMatchObject({ passOffset: 90, finishedAt: null, allReadAt: null });
    here.platform.fault = () => null;
    here.platform.requests.length = 0;
    pass(60_000);
    await mirror(testDesk.another());
    expect(offsets()).toEqual([90, 180]);
    expect(await mirrored()).toEqual(known());
  });

  test('misses no member where a few are erased between two pages', async () => {
    const enrolled = enrol(250);
    const { platform } = here;
    platform.fault = ({ query }) => {
      if (query.get('offset') === '90') platform.members.splice(0, 10);
      return null;
    };
    await mirror();
    const gone = enrolled.slice(0, 10).map(({ account }) => account.accountId);
    expect((await mirrored()).filter((id) => !gone.includes(id))).toEqual(known());
  });

  test('stores a member once who moved to another page through a change', async () => {
    const enrolled = enrol(150);
    const last = enrolled.at(-1);
    here.platform.fault = ({ query }) => {
      if (query.get('offset') === '90' && last) last.updatedAt = testDesk.clock.now;
      return null;
    };
    await mirror();
    expect(await mirrored()).toHaveLength(149);
    here.platform.fault = () => null;
    pass(60_000);
    await mirror();
    expect(await mirrored()).toEqual(known());
  });

  test('accepts a page with a duplicate, or with a member without a membership', async () => {
    const [lena] = enrol(1);
    const visitor = { accountId: 'account-without-membership', firstName: 'Jan' };
    const items = [lena?.account, lena?.account, visitor];
    const body = { offset: 0, limit: 100, items, total: 3, hasNext: false };
    here.platform.fault = () => ({ status: 200, body });
    await mirror();
    expect(await mirrored()).toEqual([lena?.account.accountId]);
  });
});

describe('later passes', () => {
  test('read only changes, with an overlap', async () => {
    const [lena] = enrol(3);
    await mirror();
    const firstPassAt = testDesk.clock.now;
    pass(60_000);
    if (lena) Object.assign(lena, { updatedAt: firstPassAt - 200_000, account: { ...lena.account, lastName: 'Kern' } });
    here.platform.requests.length = 0;
    await mirror();
    expect(here.platform.requests).toHaveLength(1);
    expect(here.platform.requests[0]?.query.get('fromTimestamp')).toBe(new Date(firstPassAt - 300_000).toISOString());
    const accountId = lena?.account.accountId ?? '';
    const found = await findInDirectory(testDesk.desk.db, {
      locationId: here.location.id,
      key: { kind: 'accountId', value: accountId },
    });
    expect(found?.lastName).toBe('Kern');
  });

  test.each([-10, -6, 6, 10])('read all changes although the clocks are %i minutes apart', async (aheadMin) => {
    const there = () => testDesk.clock.now + aheadMin * 60_000;
    Object.assign(here.platform, { clock: there });
    enrol(3);
    await mirror();
    pass(60_000);
    await mirror();
    pass(30_000);
    const join = () => here.platform.members.push(inventMember({ updatedAt: here.platform.clock() }));
    join();
    pass(30_000);
    await mirror();
    expect(await mirrored()).toEqual(known());
    // the clock of the desk is corrected
    testDesk.clock.now = there();
    Object.assign(here.platform, { clock: () => testDesk.clock.now });
    join();
    pass(60_000);
    await mirror();
    expect(await mirrored()).toEqual(known());
  });

  test('forget once a day the members whom the platform does not have any more, and their cards', async () => {
    const [lena, omar] = enrol(2);
    if (!lena || !omar) throw new Error('Nobody is enrolled.');
    await mirror();
    const card = { kind: 'rfid', value: lena.card } as const;
    const { db } = testDesk.desk;
    await upsertMember(db, {
      locationId: here.location.id,
      member: memberOf(lena.account),
      card,
      askedAt: new Date(testDesk.clock.now),
    });
    here.platform.members.shift();
    pass(60_000);
    await mirror();
    expect(await mirrored()).toHaveLength(2);
    pass(24 * 3_600_000);
    await mirror();
    pass(60_000);
    await mirror();
    expect(await mirrored()).toHaveLength(2);
    await askForAbsent({ desk: testDesk.desk, actor: here.actor });
    expect(await mirrored()).toEqual([omar.account.accountId]);
    expect(await findInDirectory(db, { locationId: here.location.id, key: card })).toBeNull();
  });

  test('keep what a look-up stored after the page was requested', async () => {
    const [lena] = enrol(1);
    if (!lena) throw new Error('Nobody is enrolled.');
    const renamed = { ...lena.account, lastName: 'Kern' };
    const held = holdAnswer();
    here.platform.fault = () => {
      const body = { offset: 0, limit: 100, items: [lena.account], total: 1, hasNext: false };
      return { status: 200, body, after: held.promise };
    };
    const underWay = mirror();
    await until(() => expect(here.platform.requests).toHaveLength(1));
    pass(1_000);
    const { db } = testDesk.desk;
    await upsertMember(db, {
      locationId: here.location.id,
      member: memberOf(renamed),
      askedAt: new Date(testDesk.clock.now),
    });
    held.release();
    await underWay;
    const key = { kind: 'accountId', value: lena.account.accountId } as const;
    expect((await findInDirectory(db, { locationId: here.location.id, key }))?.lastName).toBe('Kern');
  });
});

test('a member who is missing in a look-up is looked up again by id, and forgotten', async () => {
  const [lena, mara] = enrol(2);
  await mirror();
  here.platform.members.shift();
  const verdict = await checkIn(
    { desk: testDesk.desk, actor: here.actor },
    { ...here.tap(), accountId: lena?.account.accountId ?? '' },
  );
  expect(verdict.kind).toBe('unknown');
  expect(await mirrored()).toHaveLength(2);
  await workNow(testDesk.desk, askingForAbsent);
  expect(await mirrored()).toEqual([mara?.account.accountId]);
});

describe('the rate limit of the key', () => {
  test('interactive requests are answered while the mirror waits for its share', async () => {
    const [lena] = enrol(1_500);
    here.platform.fault = ({ path, query }) =>
      path === '/api/v2/accounts' && query.get('offset') === '90'
        ? { ...listed(query), headers: { 'x-ratelimit-remaining': '9' } }
        : null;
    let isOver = false;
    const underWay = mirror().finally(() => {
      isOver = true;
    });
    await until(() => expect(offsets()).toContain(90));
    const verdict = await checkIn(
      { desk: testDesk.desk, actor: here.actor },
      {
        ...here.tap(),
        accountId: lena?.account.accountId ?? '',
      },
    );
    expect(verdict.kind).toBe('admitted');
    expect(isOver).toBe(false);
    await underWay;
    expect((await progress()).finishedAt).not.toBeNull();
  });

  const listed = (query: URLSearchParams) => {
    const offset = Number(query.get('offset'));
    const items = here.platform.members.slice(offset, offset + 100).map(({ account }) => account);
    return { status: 200, body: { offset, limit: 100, items, total: here.platform.members.length, hasNext: true } };
  };

  test('after a 429 no request is sent until the next turn, which resumes there', async () => {
    enrol(250);
    here.platform.fault = ({ query }) => (query.get('offset') === '90' ? refuse('tooManyRequests') : null);
    await mirror();
    expect(offsets()).toEqual([0, 90]);
    expect(await progress()).toMatchObject({ passOffset: 90, leaseId: null });
  });
});

describe('two processes', () => {
  test('mirror one after the other, never concurrently', async () => {
    enrol(250);
    const held = holdAnswer();
    here.platform.fault = ({ query }) => (query.get('offset') === '0' ? { ...page(), after: held.promise } : null);
    const first = mirror();
    await until(() => expect(here.platform.requests).toHaveLength(1));
    await Promise.all([mirror(testDesk.another()), mirror(testDesk.another())]);
    held.release();
    await first;
    expect(offsets()).toEqual([0, 90, 180]);
  });

  test('a page read by one is discarded once another has taken the lease over', async () => {
    enrol(250);
    const gone = here.platform.members[0]?.account.accountId;
    const takeOver = async () => {
      await until(() => expect(here.platform.requests).toHaveLength(1));
      here.platform.members.shift();
      pass(31_000);
      await mirror(testDesk.another());
      held.release();
    };
    const before = page();
    const held = holdAnswer();
    here.platform.fault = ({ query }) =>
      query.get('offset') === '0' && here.platform.requests.length === 1 ? { ...before, after: held.promise } : null;
    await Promise.all([mirror(), takeOver()]);
    expect(before.body.items.map(({ accountId }) => accountId)).toContain(gone);
    expect(await mirrored()).toEqual(known());
  });

  test('control: both read everything where the lease of the first has expired', async () => {
    enrol(250);
    const held = holdAnswer();
    const takeOver = async () => {
      await until(() => expect(here.platform.requests).toHaveLength(1));
      pass(31_000);
      await mirror(testDesk.another());
      held.release();
    };
    here.platform.fault = ({ query }) =>
      query.get('offset') === '0' && here.platform.requests.length === 1 ? { ...page(), after: held.promise } : null;
    await Promise.all([mirror(), takeOver()]);
    expect(offsets().filter((offset) => offset === 0)).toHaveLength(2);
    expect(await mirrored()).toEqual(known());
  });

  const page = () => {
    const items = here.platform.members.slice(0, 100).map(({ account }) => account);
    return { status: 200, body: { offset: 0, limit: 100, items, total: 250, hasNext: true } };
  };
});

test('a location that cannot be mirrored does not stop the others', async () => {
  enrol(2);
  const broken = await testDesk.openLocation({ sealedApiKey: 'not sealed' });
  await workNow(testDesk.desk, mirroringMembers);
  expect(await mirrored()).toEqual(known());
  expect(JSON.stringify(testDesk.logged)).toContain(broken.location.id);
});

test('when a turn is over, the next one resumes from there', async () => {
  enrol(250);
  const run = () => mirrorDirectory({ desk: testDesk.desk, actor: here.actor }, { longestMs: 0 });
  expect([await run(), await run(), await run()]).toEqual([true, true, false]);
  expect(offsets()).toEqual([0, 90, 180]);
  expect(await mirrored()).toEqual(known());
});

test('after its members, the tasks of a location are due', async () => {
  const due = async () => {
    const isOfTasks = and(eq(locationWork.locationId, here.location.id), eq(locationWork.kind, 'mirrorTasks'));
    return (await testDesk.desk.db.select().from(locationWork).where(isOfTasks)).map(({ dueAt }) => dueAt.getTime());
  };
  const now = testDesk.clock.now;
  await workNow(testDesk.desk, mirroringTasks);
  expect(await due()).not.toContain(now);
  await workNow(testDesk.desk, mirroringMembers);
  expect(await due()).toEqual([now]);
});
