import { and, eq, lt, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountPage } from '#contracts/v2/accounts.ts';
import { checkIn } from '#lib/server/arrivals/look-up.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { locationWork } from '#lib/server/db/schema/location-work.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { askForAbsent, askingForAbsent } from '#lib/server/members/ask-absent.ts';
import { decideAbsent } from '#lib/server/members/decide-absent.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { settleKeptVisit } from '#lib/server/visits/kept-visits.ts';
import { dayMs, directoryOf, hide, hourMs, idOf, minuteMs } from '#lib/testing/directory-of.ts';
import { type Answer, type FakeMember, type Reply, refuse } from '#lib/testing/fake-platform.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { insertNumbered } from '#lib/testing/insert-numbered.ts';
import { allOfMember } from '#lib/testing/kept-of-members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { AbsentDecision } from '#lib/wire/absent-members.ts';
import { until } from '#shared/testing/until.ts';
import { lockSync, updateAbsenceReview } from './absent.ts';
import { upsertMembers } from './directory.ts';
import { memberOf } from './member.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const { mirror, pass, readAll, mirrored, absent, question, keptOf, ...directory } = directoryOf(testDesk, () => here);
const enrol = directory.enrolKnown;
const now = () => new Date(testDesk.clock.now);

describe('a member who changes during a full pass', () => {
  test('is kept, with everything that staff have stored about them', async () => {
    const enrolled = await enrol(250, 249);
    const last = enrolled.at(-1);
    pass(dayMs);
    here.platform.fault = ({ query }) => {
      if (query.get('offset') !== '0' && last) last.updatedAt = testDesk.clock.now;
      return null;
    };
    await mirror();
    here.platform.fault = () => null;
    pass(minuteMs);
    await mirror();
    expect(await mirrored()).toHaveLength(250);
    expect(await absent()).toEqual([]);
    expect(await keptOf(last)).toEqual(allOfMember);
  });
});

describe('an empty page in the middle of the list', () => {
  test.each([
    ['that announces another page', { hasNext: true, total: 250 }],
    ['that announces another page and has no total', { hasNext: true, total: undefined }],
    ['that ends the list before its total', { hasNext: false, total: 250 }],
    ['with a total of 0', { hasNext: false, total: 0 }],
  ])('%s makes no member absent', async (_, said) => {
    const enrolled = await enrol(250, 249);
    pass(dayMs);
    here.platform.fault = ({ query }) =>
      query.get('offset') === '0' ? null : { status: 200, body: { offset: 90, limit: 100, items: [], ...said } };
    await mirror();
    pass(minuteMs);
    await mirror();
    expect(await mirrored()).toHaveLength(250);
    expect(await keptOf(enrolled.at(-1))).toEqual(allOfMember);
    const { unreadable } = await readStatus({ desk: testDesk.desk, actor: here.actor });
    expect(unreadable).toMatchObject([{ list: 'members', isCutShort: true }]);
  });
});

describe('a member who is missing from the lists', () => {
  test('is looked up by id: kept if the platform returns them, otherwise forgotten in all tables', async () => {
    const enrolled = await enrol(100, 3, 4);
    const [hidden, erased] = [enrolled[3], enrolled[4]];
    await checkIn({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId: idOf(erased) });
    await here.pass(minuteMs);
    here.platform.members.splice(here.platform.members.indexOf(erased as FakeMember), 1);
    hide(hidden);
    await readAll();
    expect(await keptOf(erased)).toEqual(allOfMember);
    here.platform.requests.length = 0;
    await askForAbsent({ desk: testDesk.desk, actor: here.actor });
    const asked = here.platform.requests.map(({ path }) => path.split('/').at(-1) ?? '');
    expect(asked.slice(0, 2).sort()).toEqual([hidden, erased].map(idOf).sort());
    // a present member: a witness, before the missing one is believed to be gone
    expect(asked.slice(2)).toHaveLength(1);
    expect(await mirrored()).toContain(asked.at(2));
    expect(await mirrored()).toHaveLength(99);
    expect(await keptOf(hidden)).toEqual(allOfMember);
    expect(await keptOf(erased)).toEqual([]);
    expect(await here.ledger()).toEqual([]);
    expect(testDesk.logged.at(-1)).toEqual([
      { locationId: here.location.id, count: 1 },
      'members whom the platform does not know were forgotten',
    ]);
  });

  test('is kept while they have an open visit, and forgotten once it is settled', async () => {
    const enrolled = await enrol(100, 4);
    const erased = enrolled[4];
    const tap = here.tap();
    await checkIn({ desk: testDesk.desk, actor: here.actor }, { ...tap, accountId: idOf(erased) });
    here.platform.members.splice(here.platform.members.indexOf(erased as FakeMember), 1);
    await readAll();
    await askForAbsent({ desk: testDesk.desk, actor: here.actor });
    expect(await here.ledger()).toMatchObject([{ state: 'held' }]);
    await here.pass(0);
    expect(await here.ledger()).toMatchObject([{ state: 'refused' }]);
    here.platform.requests.length = 0;
    await askForAbsent({ desk: testDesk.desk, actor: here.actor });
    expect(here.platform.requests.filter(({ path }) => path.endsWith(idOf(erased)))).toEqual([]);
    expect(await keptOf(erased)).toEqual(allOfMember);
    await settleKeptVisit(testDesk.desk, { tapId: tap.tapId });
    await askForAbsent({ desk: testDesk.desk, actor: here.actor });
    expect(await keptOf(erased)).toEqual([]);
    expect(await here.ledger()).toEqual([]);
  });

  test('is kept while the platform cannot be asked, or its answer is inconclusive', async () => {
    const enrolled = await enrol(100, 3);
    here.platform.members.splice(3, 1);
    await readAll();
    for (const reply of [
      refuse('internalServerError'),
      refuse('forbiddenAction'),
      refuse('invalidArguments'),
      { status: 404, body: 'Not Found' },
      { status: 200, body: enrolled[7]?.account },
      { status: 200, body: { accountId: 17.5 } },
      'reset',
    ] satisfies Reply[]) {
      here.platform.fault = ({ path }) => (path.endsWith(idOf(enrolled[3])) ? reply : null);
      await askForAbsent({ desk: testDesk.desk, actor: here.actor });
      expect(await keptOf(enrolled[3])).toEqual(allOfMember);
    }
    here.platform.fault = () => null;
    await readAll();
    await askForAbsent({ desk: testDesk.desk, actor: here.actor });
    expect(await keptOf(enrolled[3])).toEqual([]);
  });

  test.each([
    ['knows no member, as with the key of another chain', () => refuse('notFound', { entity: 'ACCOUNT' })],
    ['returns no memberships', (account) => ({ status: 200, body: { ...account, membership: undefined } })],
    ['fails for all members but the missing one', (_, isAbsent) => (isAbsent ? null : refuse('internalServerError'))],
  ] satisfies [string, (account: object, isAbsent: boolean) => Reply | null][])(
    'is kept while the platform %s, and forgotten once it knows the others again',
    async (_, reply) => {
      const enrolled = await enrol(100, 3);
      here.platform.members.splice(3, 1);
      await readAll();
      here.platform.fault = ({ path }) => {
        const accountId = path.split('/').at(-1);
        const asked = enrolled.find((member) => idOf(member) === accountId);
        return asked ? reply(asked.account, asked === enrolled[3]) : null;
      };
      await askForAbsent({ desk: testDesk.desk, actor: here.actor });
      expect(await keptOf(enrolled[3])).toEqual(allOfMember);
      expect(await mirrored()).toHaveLength(100);
      here.platform.fault = () => null;
      await askForAbsent({ desk: testDesk.desk, actor: here.actor });
      expect(await keptOf(enrolled[3])).toEqual([]);
      expect(await mirrored()).toHaveLength(99);
    },
  );

  test('is forgotten although requests for another missing member always fail', async () => {
    const enrolled = await enrol(100, 3, 4);
    const [stuck, erased] = [enrolled[3], enrolled[4]].toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
    here.platform.members.splice(3, 2);
    await readAll();
    here.platform.fault = ({ path }) => (path.endsWith(idOf(stuck)) ? refuse('internalServerError') : null);
    // the order is random: in one turn out of two, the failing request comes first
    for (let turn = 0; turn < 60 && (await mirrored()).length === 100; turn += 1) {
      await askForAbsent({ desk: testDesk.desk, actor: here.actor });
    }
    expect(await keptOf(erased)).toEqual([]);
    expect(await keptOf(stuck)).toEqual(allOfMember);
  });

  test('is kept where the platform returns them again while the request is in flight', async () => {
    const enrolled = await enrol(100, 3);
    const [back] = here.platform.members.splice(3, 1);
    await readAll();
    const held = holdAnswer();
    here.platform.fault = ({ path }) =>
      path.endsWith(idOf(back))
        ? { ...(refuse('notFound', { entity: 'ACCOUNT' }) as Answer), after: held.promise }
        : null;
    const asking = askForAbsent({ desk: testDesk.desk, actor: here.actor });
    await until(() => expect(here.platform.requests.at(-1)?.path).toContain(idOf(back)));
    pass(1_000);
    if (back)
      await upsertMembers(testDesk.desk.db, {
        locationId: here.location.id,
        members: [memberOf(back.account)],
        askedAt: now(),
      });
    held.release();
    await asking;
    expect(await keptOf(enrolled[3])).toEqual(allOfMember);
  });

  test('is not looked up if the full pass was incomplete', async () => {
    await enrol(100);
    here.platform.members.splice(3, 1);
    here.platform.dialect = (reply) => {
      const page = reply.body as AccountPage; // safe because: only pages are asked for here
      return { ...reply, body: { ...page, items: page.items.map((item, index) => (index === 9 ? {} : item)) } };
    };
    await readAll();
    here.platform.dialect = (reply) => reply;
    expect(await askForAbsent({ desk: testDesk.desk, actor: here.actor })).toBe(false);
    expect(await mirrored()).toHaveLength(100);
  });

  test('control: is deleted after the first pass without them, where absence alone counts', async () => {
    const enrolled = await enrol(100, 3);
    hide(enrolled[3]);
    pass(dayMs);
    const startedAt = now();
    await mirror();
    // as if the end of a pass deleted absent members
    await testDesk.desk.db.delete(members).where(lt(members.syncedAt, startedAt));
    expect(await mirrored()).toHaveLength(99);
  });
});

describe('where many members are missing from the lists', () => {
  const leave = (count: number) => here.platform.members.splice(0, count);
  const decide = async (decision: AbsentDecision['decision'], since?: string) =>
    decideAbsent(
      { desk: testDesk.desk, actor: here.actor },
      { decision, since: since ?? (await question())?.since ?? '' },
    );
  const audited = () =>
    testDesk.desk.db
      .select({ action: auditLog.action, reason: auditLog.reason, staffId: auditLog.staffId })
      .from(auditLog)
      .where(eq(auditLog.locationId, here.location.id));

  test.each([
    ['an empty list', 40, 40],
    ['a list without more than a few', 40, 6],
    ['a list without both of two', 2, 2],
  ])('%s forgets no member and looks none up, but opens a review for the manager', async (_, count, gone) => {
    const enrolled = await enrol(count, 0);
    leave(gone);
    await readAll();
    expect(await question()).toEqual({ count: gone, of: count, since: now().toISOString() });
    here.platform.requests.length = 0;
    await workNow(testDesk.desk, askingForAbsent);
    expect(here.platform.requests).toEqual([]);
    expect(await mirrored()).toHaveLength(count);
    expect(await keptOf(enrolled[0])).toEqual(allOfMember);
  });

  test('the review closes automatically once they are listed again, which is checked within the hour', async () => {
    await enrol(40);
    const left = leave(40);
    await readAll();
    here.platform.members.push(...left);
    await readAll(hourMs);
    expect(await question()).toBeNull();
    await workNow(testDesk.desk, askingForAbsent);
    expect(await mirrored()).toHaveLength(40);
  });

  test('a decision that they have left looks each of them up: only those unknown to the platform are forgotten', async () => {
    const enrolled = await enrol(60, 0, 59);
    leave(30);
    for (const hidden of here.platform.members) hide(hidden);
    await readAll();
    // as planned by the worker, who looks again in an hour
    const work = { locationId: here.location.id, kind: 'askAbsent' } as const;
    await testDesk.desk.db.insert(locationWork).values({ ...work, dueAt: new Date(testDesk.clock.now + hourMs) });
    expect(await decide('ask')).toEqual({ kind: 'decided' });
    const isPlanned = and(eq(locationWork.locationId, work.locationId), eq(locationWork.kind, work.kind));
    expect(await testDesk.desk.db.select().from(locationWork).where(isPlanned)).toMatchObject([{ dueAt: now() }]);
    expect(await question()).toBeNull();
    await workNow(testDesk.desk, askingForAbsent);
    expect(await mirrored()).toEqual(enrolled.slice(30).map(idOf).sort());
    expect(await keptOf(enrolled[0])).toEqual([]);
    expect(await keptOf(enrolled[59])).toEqual(allOfMember);
    const { staffId } = here.actor;
    expect(await audited()).toEqual([{ action: 'askForAbsent', reason: '60 of 60', staffId }]);
  });

  test('after a decision to keep them, the review opens again after the next full pass, not before', async () => {
    await enrol(40);
    leave(40);
    await readAll();
    await decide('keep');
    expect(await audited()).toMatchObject([{ action: 'keepAbsent', reason: '40 of 40' }]);
    pass(hourMs);
    await mirror();
    await workNow(testDesk.desk, askingForAbsent);
    expect(await question()).toBeNull();
    expect(await mirrored()).toHaveLength(40);
    await readAll();
    expect(await question()).toMatchObject({ count: 40 });
  });

  test('a decision about an earlier review has no effect', async () => {
    await enrol(40);
    leave(40);
    await readAll();
    const { since = '' } = (await question()) ?? {};
    expect(await decide('ask', new Date(0).toISOString())).toEqual({ kind: 'over' });
    expect(await decide('keep')).toEqual({ kind: 'decided' });
    expect(await decide('ask', since)).toEqual({ kind: 'over' });
    await workNow(testDesk.desk, askingForAbsent);
    expect(await mirrored()).toHaveLength(40);
  });

  test('a list shorter than its total opens no review, and is reported as cut short', async () => {
    await enrol(40);
    here.platform.fault = ({ path, query }) =>
      path === '/api/v2/accounts' && !query.has('fromTimestamp')
        ? { status: 200, body: { offset: 0, limit: 100, items: [], total: 40, hasNext: false } }
        : null;
    await readAll();
    const { absent, unreadable } = await readStatus({ desk: testDesk.desk, actor: here.actor });
    expect(absent).toBeNull();
    expect(unreadable).toEqual([{ list: 'members', count: 0, isEndless: false, isCutShort: true }]);
    here.platform.fault = () => null;
    await readAll(hourMs);
    expect((await readStatus({ desk: testDesk.desk, actor: here.actor })).unreadable).toEqual([]);
  });

  test('members listed without a membership are looked up by id, too', async () => {
    const enrolled = await enrol(40, 0, 1);
    const tell = (member: FakeMember | undefined) => {
      if (member) member.updatedAt = testDesk.clock.now;
    };
    const [ended, strange] = enrolled;
    if (ended) ended.account = { ...ended.account, membership: undefined };
    [ended, strange].forEach(tell);
    here.platform.dialect = (reply) => {
      const { items, ...page } = (reply.body ?? {}) as Partial<AccountPage>; // safe because: only pages have items
      const bare = items?.map(({ membership: _, ...item }) => item);
      return items ? { ...reply, body: { ...page, items: bare } } : reply;
    };
    await mirror();
    expect(await keptOf(ended)).toEqual(allOfMember);
    await workNow(testDesk.desk, askingForAbsent);
    expect(await keptOf(ended)).toEqual([]);
    expect(await keptOf(strange)).toEqual(allOfMember);
  });
});

test('reviewing many absent members reads a number of rows linear in the members, not quadratic', async () => {
  const count = 20_000;
  const { db } = testDesk.desk;
  const locationId = here.location.id;
  await enrol(1);
  await insertNumbered(
    db,
    count,
    (numbers) => sql`
      insert into members (location_id, account_id, search_name, synced_at, known_since, absent_at)
      select ${locationId}, 'absent-' || n, 'absent', ${now().toISOString()}::timestamptz - interval '1 hour',
        ${now().toISOString()}::timestamptz - interval '2 hours', ${now().toISOString()}::timestamptz
      from ${numbers} n`,
  );
  await db.execute(sql`analyze members`);
  const read = await db.transaction(async (tx) => {
    const readSoFar = async () => {
      const { rows } = await tx.execute<{ read: string }>(sql`
        select coalesce(sum(seq_tup_read + idx_tup_fetch), 0) as read from pg_stat_xact_user_tables where relname = 'members'`);
      return Number(rows[0]?.read);
    };
    const before = await readSoFar();
    await updateAbsenceReview(tx, { sync: await lockSync(tx, locationId), now: now() });
    return (await readSoFar()) - before;
  });
  expect(read).toBeGreaterThanOrEqual(count);
  expect(read).toBeLessThan(20 * count);
  expect(await question()).toMatchObject({ count, of: count + 1 });
});

describe('a platform with other conventions', () => {
  test('whose total is always too high: an erased member is forgotten, and the others are kept', async () => {
    here.platform.dialect = (reply) => {
      const { total, ...page } = (reply.body ?? {}) as Partial<AccountPage>; // safe because: only pages have a total
      return total === undefined ? reply : { ...reply, body: { ...page, total: total * 3 } };
    };
    const enrolled = await enrol(40, 0, 1);
    here.platform.members.shift();
    await readAll();
    await workNow(testDesk.desk, askingForAbsent);
    expect(await keptOf(enrolled[0])).toEqual([]);
    expect(await mirrored()).toHaveLength(39);
  });

  test.each([
    ['without totals', { total: undefined }],
    ['without `hasNext`', { hasNext: undefined }],
    ['without both', { total: undefined, hasNext: undefined }],
  ])('%s: an erased member is forgotten, and the others are kept', async (_, said) => {
    here.platform.dialect = (reply) => ({ ...reply, body: { ...(reply.body as object), ...said } }); // safe because: an answer is an object
    const enrolled = await enrol(250, 0, 249);
    here.platform.members.shift();
    await readAll();
    await workNow(testDesk.desk, askingForAbsent);
    expect(await keptOf(enrolled[0])).toEqual([]);
    expect(await keptOf(enrolled[249])).toEqual(allOfMember);
    expect(await mirrored()).toHaveLength(249);
  });

  test('whose pages are smaller than requested is read to the end by its total', async () => {
    here.platform.dialect = (reply) => {
      const { items, hasNext: _, ...page } = (reply.body ?? {}) as Partial<AccountPage>; // safe because: only pages have items
      return items ? { ...reply, body: { ...page, items: items.slice(0, 50) } } : reply;
    };
    await enrol(120);
    expect(await mirrored()).toHaveLength(120);
  });

  test.each([
    ['nothing', {}],
    ['their limit', { limit: 50 }],
    ['the number of all members', { total: 120 }],
    ['a cursor', { limit: 100, nextAfterId: 104_271 }],
  ])('whose small pages tell only %s has all members and all changes read', async (_, told) => {
    here.platform.dialect = (reply) => {
      const { items } = (reply.body ?? {}) as Partial<AccountPage>; // safe because: only pages have items
      return items ? { ...reply, body: { ...told, items: items.slice(0, 50) } } : reply;
    };
    const enrolled = await enrol(120, 119);
    expect(await mirrored()).toHaveLength(120);
    for (const member of enrolled) {
      Object.assign(member, { account: { ...member.account, lastName: 'Newname' }, updatedAt: testDesk.clock.now });
    }
    pass(minuteMs);
    await mirror();
    const { db } = testDesk.desk;
    const isRenamed = and(eq(members.locationId, here.location.id), eq(members.lastName, 'Newname'));
    expect(await db.$count(members, isRenamed)).toBe(120);
    await readAll();
    expect(await keptOf(enrolled[119])).toEqual(allOfMember);
    expect((await readStatus({ desk: testDesk.desk, actor: here.actor })).unreadable).toEqual([]);
  });

  test.each([
    ['nothing', {}],
    ['a cursor', { nextAfterId: 104_271 }],
  ])(
    'that does not page and tells only %s has all members read at once, and the missing forgotten',
    async (_, told) => {
      const listAll = (changed: FakeMember[] = []) => {
        here.platform.fault = ({ path, query }) => {
          if (path !== '/api/v2/accounts') return null;
          const listed = query.has('fromTimestamp') ? changed : here.platform.members;
          return { status: 200, body: { ...told, items: listed.map(({ account }) => account) } };
        };
      };
      listAll();
      const enrolled = await enrol(60, 0, 59);
      here.platform.members.shift();
      pass(dayMs);
      await mirror();
      listAll(enrolled.slice(59));
      pass(minuteMs);
      await mirror();
      expect((await readStatus({ desk: testDesk.desk, actor: here.actor })).unreadable).toEqual([]);
      await workNow(testDesk.desk, askingForAbsent);
      expect(await keptOf(enrolled[0])).toEqual([]);
      expect(await keptOf(enrolled[59])).toEqual(allOfMember);
      expect(await mirrored()).toHaveLength(59);
    },
  );
});
