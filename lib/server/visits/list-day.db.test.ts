import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { type VisitFilter, visitGroups, visitStates } from '#lib/wire/visits.ts';
import { listVisitsOfDay, selectLines, visitsOfDayQuery } from './list-day.ts';
import { writeVisits } from './write-day.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
const day = '2026-11-21';

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const list = (filter: Partial<VisitFilter> = {}, after?: string) =>
  listVisitsOfDay({ desk: testDesk.desk, actor: here.actor }, { day, name: '', ...filter, after });
const names = async (filter: Partial<VisitFilter>) => (await list(filter)).lines.map(({ name }) => name);

async function record(at: string, fields: Partial<typeof visits.$inferInsert> = {}): Promise<string> {
  const tapId = randomUUID();
  const tappedAt = new Date(at);
  await testDesk.desk.db.insert(visits).values({
    locationId: here.location.id,
    tapId,
    accountId: 'a-1',
    kind: 'checkIn',
    state: 'sent',
    tappedAt,
    undoUntil: tappedAt,
    nextAttemptAt: tappedAt,
    recordedAt: tappedAt,
    ...fields,
  });
  return tapId;
}
const recordElsewhere = (at: string, accountId = 'a-1') =>
  testDesk.desk.db
    .insert(elsewhereEvents)
    .values({ locationId: here.location.id, accountId, kind: 'checkIn', at: new Date(at) });

async function enrol(firstName: string, lastName: string): Promise<string> {
  const { account } = inventMember();
  const member = memberOf({ ...account, firstName, lastName });
  await upsertMember(testDesk.desk.db, { locationId: here.location.id, member, askedAt: new Date(testDesk.clock.now) });
  return account.accountId;
}

describe('the visits of a day', () => {
  test('are those of the desk and of the turnstile, latest first, with member and staff', async () => {
    const accountId = await enrol('Zoë', 'Müller');
    await record(`${day}T08:00:00Z`, { accountId, staffId: here.actor.staffId });
    await recordElsewhere(`${day}T09:00:00Z`, accountId);
    await record(`${day}T10:00:00Z`, {
      accountId: null,
      scannedKind: 'rfid',
      scannedValue: '0x04AB',
      state: 'unresolved',
    });
    await record(`${day}T22:00:00Z`, { accountId, kind: 'checkOut', isAutomatic: true });
    const { lines, people, next } = await list();
    expect(lines).toMatchObject([
      { kind: 'checkOut', name: 'Zoë Müller', isAutomatic: true, by: null },
      { name: '0x04AB', accountId: null, state: 'unresolved', by: null },
      { name: 'Zoë Müller', state: 'elsewhere', by: null },
      { name: 'Zoë Müller', accountId, state: 'sent', by: 'Mira Sommer', membershipId: expect.any(String) },
    ]);
    expect(people).toEqual([{ id: here.actor.staffId, name: 'Mira Sommer' }]);
    expect(next).toBeNull();
  });

  test('are found by name, membership id and card, by state and by staff', async () => {
    const [zoe, anna] = [await enrol('Zoë', 'Müller'), await enrol('Anna-Maria', 'Vogt')];
    await record(`${day}T08:00:00Z`, { accountId: zoe, staffId: here.actor.staffId, state: 'waiting' });
    await record(`${day}T09:00:00Z`, { accountId: anna, state: 'undone' });
    await record(`${day}T10:00:00Z`, {
      accountId: null,
      scannedKind: 'rfid',
      scannedValue: '0x04AB',
      state: 'unresolved',
    });
    await recordElsewhere(`${day}T11:00:00Z`, anna);
    expect(await names({ name: 'mul' })).toEqual(['Zoë Müller']);
    expect(await names({ name: 'vogt ma' })).toEqual(['Anna-Maria Vogt', 'Anna-Maria Vogt']);
    expect(await names({ name: '04ab' })).toEqual(['0x04AB']);
    expect(await names({ name: 'ogt' })).toEqual([]);
    expect(await names({ group: 'onTheirWay' })).toEqual(['Zoë Müller']);
    expect(await names({ group: 'undone' })).toEqual(['Anna-Maria Vogt']);
    expect(await names({ group: 'kept' })).toEqual(['0x04AB']);
    expect(await names({ group: 'turnstile' })).toEqual(['Anna-Maria Vogt']);
    expect(await names({ by: here.actor.staffId })).toEqual(['Zoë Müller']);
    expect(await names({ by: 'automatic' })).toEqual([]);
  });

  test('each state belongs to exactly one group', () => {
    expect(Object.values(visitGroups).flat().sort()).toEqual([...visitStates].sort());
  });

  test('are read page by page, each line once, even if many have the same time', async () => {
    const tapIds = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        record(`${day}T08:${String(index < 70 ? 0 : index - 70).padStart(2, '0')}:00Z`),
      ),
    );
    const seen: string[] = [];
    for (let after: string | undefined, pages = 0; pages < 5; pages += 1) {
      const { lines, next } = await list({}, after);
      seen.push(...lines.map(({ id }) => id));
      if (next === null) break;
      after = next;
    }
    expect(seen.toSorted()).toEqual(tapIds.toSorted());
  });

  test('can be read for several days, first and last included, over several pages', async () => {
    const [zoe, anna] = [await enrol('Zoë', 'Müller'), await enrol('Anna-Maria', 'Vogt')];
    const outside = [
      await record('2026-11-14T22:59:59Z', { accountId: zoe }),
      await record('2026-11-21T23:00:00Z', { accountId: zoe }),
    ];
    const ofZoe = [
      await record('2026-11-14T23:00:00Z', { accountId: zoe }),
      await record('2026-11-21T22:59:59Z', { accountId: zoe }),
    ];
    for (let hour = 0; hour < 120; hour += 1) {
      const at = new Date(Date.parse('2026-11-16T00:00:00Z') + hour * 3_600_000).toISOString();
      await record(at, { accountId: anna, staffId: here.actor.staffId });
    }
    const week = { day: '2026-11-15', until: '2026-11-21' };
    expect((await list({ ...week, name: 'müller' })).lines.map(({ id }) => id)).toEqual(ofZoe.toReversed());
    const first = await list(week);
    const second = await list(week, first.next ?? '');
    const third = await list(week, second.next ?? '');
    const ids = [first, second, third].flatMap(({ lines }) => lines.map(({ id }) => id));
    expect(new Set(ids).size).toBe(122);
    expect(ids).not.toContain(outside[0]);
    expect(third.next).toBeNull();
    expect(second.people).toHaveLength(1);
  });

  test.each([
    ['2026-11-01', '2026-12-01', true],
    ['2026-11-01', '2026-12-02', false],
    ['2026-11-02', '2026-11-01', false],
  ])('can be requested from %s to %s: %s', (from, until, isAllowed) => {
    expect(visitsOfDayQuery.safeParse({ day: from, until, after: '1.a' }).success).toBe(isAllowed);
  });

  test.each(['a.b', '4711:9', 'user@gym', 'ä/b c', 'x'.repeat(100)])(
    'continue after a cursor at a turnstile event of the account %s',
    async (accountId) => {
      const at = new Date(`${day}T08:00:00Z`);
      const line = { locationId: here.location.id, kind: 'checkIn', at } as const;
      const others = Array.from({ length: 50 }, (_, index) => ({
        ...line,
        accountId: `z${accountId}${index}`.slice(-100),
      }));
      await testDesk.desk.db.insert(elsewhereEvents).values([...others, { ...line, accountId }]);
      const seen: string[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const { after: asked } = visitsOfDayQuery.parse({ day, name: '', ...(after && { after }) });
        const { lines, next } = await list({}, asked);
        seen.push(...lines.map((shown) => shown.accountId ?? ''));
        after = next;
      }
      expect(new Set(seen)).toEqual(new Set([...others.map((other) => other.accountId), accountId]));
    },
  );

  test('of another location are not listed', async () => {
    await record(`${day}T08:00:00Z`);
    here = await testDesk.openLocation();
    expect((await list()).lines).toEqual([]);
  });
});

test.each([
  ['2026-11-21', 'Europe/Berlin', '2026-11-20T23:00:00Z', '2026-11-21T23:00:00Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z'],
])('%s in %s covers the whole local day', async (date, timeZone, from, to) => {
  here = await testDesk.openLocation({ timeZone });
  const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
  await record(before(from));
  const [first, last] = [await record(from), await record(before(to))];
  await record(to);
  expect((await list({ day: date })).lines.map(({ id }) => id)).toEqual([last, first]);
});

test('a file has a row per visit, and no cell is a formula', async () => {
  const accountId = await enrol('=cmd()', '+Vogt');
  await record(`${day}T08:00:07Z`, { accountId, staffId: here.actor.staffId });
  for (let minute = 0; minute < 59; minute += 1) await record(`${day}T07:${String(minute).padStart(2, '0')}:00Z`);
  const pieces: string[] = [];
  const words = { say: (key: string) => key, separator: ';' } as const;
  await record('2026-11-20T22:59:00Z');
  const days = { day: '2026-11-20', until: day, name: '' };
  for await (const piece of writeVisits({ desk: testDesk.desk, actor: here.actor }, { filter: days, words }))
    pieces.push(piece);
  const rows = pieces.join('').split('\r\n');
  expect(rows[0]).toBe(
    '\uFEFFcolumns.day;columns.time;columns.name;columns.membershipId;columns.direction;columns.state;columns.by',
  );
  expect(rows[1]).toMatch(/^2026-11-21;09:00:07;'=cmd\(\) \+Vogt;M-[^;]+;checkIn;states\.sent;Mira Sommer$/);
  expect(rows.at(-2)).toMatch(/^2026-11-20;23:59:00;/);
  expect(rows).toHaveLength(63);
});

test('a page is read from indexes with ten thousand members and forty thousand visits', async () => {
  const { db } = testDesk.desk;
  const { id } = here.location;
  await db.execute(sql`
    insert into members (location_id, account_id, first_name, last_name, search_name, synced_at)
    select ${id}, 'a-' || n, 'Lena', 'Vogt', ' lena vogt', now() from generate_series(1, 10000) n`);
  await db.execute(sql`
    insert into visits (location_id, tap_id, account_id, kind, tapped_at, state, undo_until, next_attempt_at, recorded_at)
    select ${id}, gen_random_uuid(), 'a-' || (n % 10000 + 1), 'checkIn', at, 'sent', at, at, at
    from (select n, timestamptz '2026-11-22' - n * interval '1 minute' as at from generate_series(1, 40000) n) t`);
  await db.execute(sql`
    insert into elsewhere_events (location_id, account_id, kind, at)
    select ${id}, 'a-' || (n % 10000 + 1), 'checkIn', timestamptz '2026-11-22' - n * interval '1 minute'
    from generate_series(1, 40000) n`);
  await db.execute(sql`analyze members`);
  await db.execute(sql`analyze elsewhere_events`);
  await db.execute(sql`analyze visits`);
  const query = selectLines(db, {
    location: here.location,
    filter: { day, name: 'vogt' },
    after: undefined,
    limit: 50,
  });
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(
    /visits_location_id_tapped_at_index[\s\S]*Index Cond: .*location_id = .*tapped_at >= .*tapped_at </,
  );
  expect(plan).not.toMatch(/Seq Scan on (visits|elsewhere_events)/);
});
