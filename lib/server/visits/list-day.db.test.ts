import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertStaff } from '#lib/server/auth/create-staff.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { insertNumbered } from '#lib/testing/insert-numbered.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { VisitFilter } from '#lib/wire/visits.ts';
import { selectVisitPage } from './day-rows.ts';
import { listVisitsOfDay, visitsOfDayQuery } from './list-day.ts';
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
const recordElsewhere = (at: string, fields: Partial<typeof elsewhereEvents.$inferInsert> = {}) =>
  testDesk.desk.db
    .insert(elsewhereEvents)
    .values({ locationId: here.location.id, accountId: 'a-1', kind: 'checkIn', at: new Date(at), ...fields });
async function refuse(at: string, fields: Partial<typeof refusals.$inferInsert> = {}): Promise<string> {
  const tapId = randomUUID();
  const row = { locationId: here.location.id, tapId, at: new Date(at), recordedAt: new Date(at) };
  await testDesk.desk.db.insert(refusals).values({ ...row, reason: 'gymNotInNetwork', how: 'card', ...fields });
  return tapId;
}

async function enrol(firstName: string, lastName: string): Promise<string> {
  const { account } = inventMember();
  const member = memberOf({ ...account, firstName, lastName });
  await upsertMember(testDesk.desk.db, { locationId: here.location.id, member, askedAt: new Date(testDesk.clock.now) });
  return account.accountId;
}

describe('the visits of a day', () => {
  test('are stays, latest first, with in, out, how, by whom, and their state only where it is not well', async () => {
    const [zoe, anna] = [await enrol('Zoë', 'Müller'), await enrol('Anna-Maria', 'Vogt')];
    const { staffId } = here.actor;
    testDesk.clock.now = Date.parse(`${day}T20:00:00Z`);
    await record(`${day}T08:00:00Z`, { accountId: zoe, how: 'phone', staffId });
    await record(`${day}T08:20:00Z`, { accountId: zoe, how: 'card', staffId });
    await recordElsewhere(`${day}T09:30:00Z`, { accountId: zoe, kind: 'checkOut' });
    const scanned = { accountId: null, scannedKind: 'rfid' as const, scannedValue: '0x04AB' };
    await record(`${day}T10:00:00Z`, { ...scanned, how: 'card', state: 'unresolved' });
    await record(`${day}T11:30:00Z`, {
      accountId: anna,
      how: 'name',
      state: 'refused',
      lastError: 'membershipMissing',
    });
    await record(`${day}T19:00:00Z`, { accountId: anna, kind: 'checkOut', isAutomatic: true });
    await record(`${day}T19:10:00Z`, { accountId: anna, kind: 'checkOut', state: 'undone', staffId });
    await recordElsewhere(`${day}T19:30:00Z`, { accountId: anna, kind: 'checkIn' });
    await recordElsewhere(`${day}T19:45:00Z`, { accountId: 'gone', kind: 'checkOut' });
    const { lines, people, next } = await list();
    const at = (time: string) => `${day}T${time}:00.000Z`;
    expect(lines).toMatchObject([
      { in: null, out: { at: at('19:45'), how: 'turnstile' }, accountId: 'gone', isFirst: false },
      { in: { at: at('19:30'), how: 'turnstile', by: null }, out: null, isIn: true, isFirst: false, trouble: null },
      {
        name: 'Anna-Maria Vogt',
        isFirst: true,
        isIn: false,
        in: { at: at('11:30'), how: 'name' },
        out: { at: at('19:00'), how: 'automatic', by: null },
        trouble: { state: 'refused', why: 'membershipMissing' },
      },
      {
        name: '0x04AB',
        accountId: null,
        membershipId: null,
        photoUrl: null,
        isFirst: false,
        isIn: false,
        out: null,
        trouble: { state: 'unresolved', why: null },
      },
      {
        name: 'Zoë Müller',
        accountId: zoe,
        membershipId: expect.any(String),
        isFirst: true,
        trouble: null,
        in: { at: at('08:00'), how: 'phone', by: 'Mira Sommer' },
        out: { at: at('09:30'), how: 'turnstile' },
      },
    ]);
    expect(people).toEqual([{ id: staffId, name: 'Mira Sommer' }]);
    expect(next).toBeNull();
    expect((await list({ tab: 'undone' })).lines).toMatchObject([
      { tab: 'undone', kind: 'checkOut', name: 'Anna-Maria Vogt', at: at('19:10'), by: 'Mira Sommer' },
    ]);
  });

  test('are found by name, membership id and card, by how, by state and by staff', async () => {
    const [zoe, anna] = [await enrol('Zoë', 'Müller'), await enrol('Anna-Maria', 'Vogt')];
    const { staffId } = here.actor;
    await record(`${day}T08:00:00Z`, { accountId: zoe, staffId, how: 'card', state: 'waiting' });
    await record(`${day}T08:30:00Z`, { accountId: zoe, kind: 'checkOut', isAutomatic: true });
    await recordElsewhere(`${day}T09:00:00Z`, { accountId: anna });
    await record(`${day}T09:40:00Z`, { accountId: anna, kind: 'checkOut', staffId, how: 'name' });
    const scanned = { accountId: null, scannedKind: 'rfid' as const, scannedValue: '0x04AB' };
    await record(`${day}T10:00:00Z`, { ...scanned, state: 'unresolved' });
    for (const name of ['mul', 'Müller', 'muel']) expect(await names({ name }), name).toEqual(['Zoë Müller']);
    expect(await names({ name: 'vogt ma' })).toEqual(['Anna-Maria Vogt']);
    expect(await names({ name: '04ab' })).toEqual(['0x04AB']);
    expect(await names({ name: 'ogt' })).toEqual([]);
    expect(await names({ state: 'waiting' })).toEqual(['Zoë Müller']);
    expect(await names({ state: 'kept' })).toEqual(['0x04AB']);
    // a card from before the desk stored how a member came
    expect(await names({ how: 'card' })).toEqual(['0x04AB', 'Zoë Müller']);
    expect(await names({ how: 'turnstile' })).toEqual(['Anna-Maria Vogt']);
    expect(await names({ how: 'name' })).toEqual(['Anna-Maria Vogt']);
    expect(await names({ how: 'automatic' })).toEqual(['Zoë Müller']);
    expect(await names({ by: staffId })).toEqual(['Anna-Maria Vogt', 'Zoë Müller']);
    expect(await names({ by: staffId, how: 'phone' })).toEqual([]);
  });

  test('are read page by page, each line once, even if many have the same time', async () => {
    const tapIds = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        record(`${day}T08:${String(index < 70 ? 0 : index - 70).padStart(2, '0')}:00Z`, { accountId: `a-${index}` }),
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
    const [zoe, early, late] = [
      await enrol('Zoë', 'Müller'),
      await enrol('Ann', 'Müller'),
      await enrol('Ben', 'Müller'),
    ];
    const outside = [
      await record('2026-11-14T22:59:59Z', { accountId: early }),
      await record('2026-11-21T23:00:00Z', { accountId: late }),
    ];
    const ofZoe = [
      await record('2026-11-14T23:00:00Z', { accountId: zoe }),
      await record('2026-11-21T22:59:59Z', { accountId: zoe }),
    ];
    for (let hour = 0; hour < 120; hour += 1) {
      const at = new Date(Date.parse('2026-11-16T00:00:00Z') + hour * 3_600_000).toISOString();
      await record(at, { accountId: `a-${hour}`, staffId: here.actor.staffId });
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
    expect([first.people.length, first.sums?.rows.visits]).toEqual([1, 122]);
    expect([second.people, second.sums]).toEqual([[], null]);
  });

  test('are the same in list, numbers and file, also where a member scanned for days and left at last', async () => {
    for (let hours = 0; hours < 70; hours += 7) {
      await recordElsewhere(new Date(Date.parse('2026-11-17T12:00:00Z') + hours * 3_600_000).toISOString());
    }
    await record('2026-11-20T06:00:00Z', { kind: 'checkOut', how: 'card' });
    const week = { day: '2026-11-15', until: '2026-11-21', name: '' } as const;
    testDesk.clock.now = Date.parse('2026-11-22T12:00:00Z');
    const { lines, sums } = await list({ ...week, how: 'card' });
    expect(lines).toMatchObject([{ in: { at: '2026-11-17T12:00:00.000Z' }, out: { at: '2026-11-20T06:00:00.000Z' } }]);
    expect(sums).toMatchObject({ rows: { visits: 1 }, visits: 1, withoutCheckOut: 0 });
    const context = { desk: testDesk.desk, actor: here.actor };
    const words = { separator: ';', say: (key: string) => key, sayReason: (reason: string) => reason } as const;
    const file: string[] = [];
    for await (const part of writeVisits(context, { filter: { ...week, how: 'card' }, words })) file.push(part);
    expect(file.join('')).toContain('2026-11-17;13:00:00;2026-11-20;07:00:00');
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
  const accounts = ['a-0', 'a-1', 'a-2', 'a-3'];
  const times = [before(from), from, before(to), to];
  const [, first, last] = await Promise.all(times.map((at, index) => record(at, { accountId: accounts[index] })));
  await Promise.all(times.map((at) => refuse(at)));
  const { lines, sums } = await list({ day: date });
  expect(lines.map(({ id }) => id)).toEqual([last, first]);
  expect(sums).toMatchObject({ visits: 2, refused: 2 });
});

describe('the numbers of days', () => {
  test('are of the whole period whatever the filter, the counts of the tabs of what matches it', async () => {
    const [zoe, anna] = [await enrol('Zoë', 'Müller'), await enrol('Anna', 'Vogt')];
    testDesk.clock.now = Date.parse(`${day}T20:00:00Z`);
    await record('2026-11-03T12:00:00Z', { accountId: anna });
    await record(`${day}T07:00:00Z`, { accountId: zoe });
    await record(`${day}T08:00:00Z`, { accountId: zoe, kind: 'checkOut' });
    await recordElsewhere(`${day}T10:00:00Z`, { accountId: zoe });
    await record(`${day}T18:00:00Z`, { accountId: anna });
    await record(`${day}T11:00:00Z`, { accountId: 'gone', kind: 'checkOut' });
    await record(`${day}T11:30:00Z`, { accountId: anna, state: 'undone' });
    await refuse(`${day}T12:00:00Z`, { accountId: zoe });
    const { sums } = await list({ name: 'vogt' });
    expect(sums).toEqual({
      visits: 4,
      members: 3,
      firstVisits: 1,
      refused: 1,
      admitted: 0,
      // Zoë came back at the turnstile, and her longest stay is over; Anna is in
      withoutCheckOut: 1,
      withoutCheckIn: 1,
      rows: { visits: 1, refused: 0, undone: 1 },
      since: { visits: '2026-11-03', refused: day },
    });
    expect((await list({ day: '2026-11-20' })).sums).toMatchObject({
      visits: 0,
      members: 0,
      firstVisits: 0,
      refused: 0,
    });
  });

  test('say that nothing is known before the first visit', async () => {
    expect((await list()).sums?.since).toEqual({ visits: null, refused: null });
    await recordElsewhere('2026-11-09T23:30:00Z');
    expect((await list()).sums?.since).toEqual({ visits: '2026-11-10', refused: null });
  });
});

describe('those who were turned away', () => {
  test('are found by their reason, by who was at the window, and by who let them in', async () => {
    const { staffId } = here.actor;
    const called = await insertStaff(testDesk.desk.db, testDesk.desk, {
      email: `${randomUUID()}@example.com`,
      name: 'Called Manager',
      role: 'manager',
      passwordHash: 'none',
      locationIds: [here.location.id],
    });
    await refuse(`${day}T08:00:00Z`, { reason: 'cardUnknown', staffId });
    await refuse(`${day}T09:00:00Z`, { staffId, admittedBy: called });
    const found = async (filter: Partial<VisitFilter>) => {
      const { lines, sums } = await list({ tab: 'refused', ...filter });
      expect(sums?.rows.refused).toBe(lines.length);
      return lines.map((line) => line.tab === 'refused' && line.reason);
    };
    expect(await found({ reason: 'cardUnknown' })).toEqual(['cardUnknown']);
    expect(await found({ by: called })).toEqual(['gymNotInNetwork']);
    expect(await found({ by: staffId })).toEqual(['gymNotInNetwork', 'cardUnknown']);
    expect((await list()).people.map(({ id }) => id).toSorted()).toEqual([staffId, called].toSorted());
  });

  test('are listed with the reason, and with who let them in, and why', async () => {
    const [zoe, anna] = [await enrol('Zoë', 'Müller'), await enrol('Anna', 'Vogt')];
    const { staffId } = here.actor;
    const letIn = await record(`${day}T08:01:00Z`, { accountId: zoe });
    const entry = {
      locationId: here.location.id,
      accountId: zoe,
      tapId: letIn,
      staffId,
      at: new Date(`${day}T08:01:00Z`),
    };
    await testDesk.desk.db
      .insert(auditLog)
      .values({ ...entry, id: randomUUID(), action: 'admitAnyway', reason: 'Showed the new contract' });
    await refuse(`${day}T08:00:00Z`, { accountId: zoe, staffId, visitTapId: letIn, admittedBy: staffId });
    const undone = await record(`${day}T09:01:00Z`, { accountId: anna, state: 'undone' });
    await refuse(`${day}T09:00:00Z`, { accountId: anna, visitTapId: undone, admittedBy: staffId });
    const early = await record(`${day}T10:00:00Z`, { accountId: anna, state: 'refused' });
    await refuse(`${day}T10:00:00Z`, { tapId: early, accountId: anna, visitTapId: early });
    const unknown = await refuse(`${day}T11:00:00Z`, { reason: 'cardUnknown' });
    const answer = { decision: { kind: 'unknown', reasons: [] }, scanned: { kind: 'rfid', text: '0x04AB' } };
    await testDesk.desk.db.execute(sql`
      insert into taps (location_id, tap_id, operation, claimed_at, answer)
      values (${here.location.id}, ${unknown}, 'lookUp', now(), ${JSON.stringify(answer)})`);
    await refuse(`${day}T12:00:00Z`, { reason: 'membershipMissing' });
    const { lines, sums, people } = await list({ tab: 'refused' });
    expect(lines).toMatchObject([
      { reason: 'membershipMissing', accountId: null, name: '', letIn: null },
      { reason: 'cardUnknown', accountId: null, name: '0x04AB', letIn: null },
      { name: 'Anna Vogt', letIn: { kind: 'unconfirmed' }, by: null },
      { name: 'Anna Vogt', letIn: null },
      {
        tab: 'refused',
        name: 'Zoë Müller',
        reason: 'gymNotInNetwork',
        how: 'card',
        by: 'Mira Sommer',
        letIn: { kind: 'anyway', by: 'Mira Sommer', why: 'Showed the new contract' },
      },
    ]);
    expect(sums).toMatchObject({ refused: 5, admitted: 2, rows: { refused: 5 } });
    expect(people).toEqual([{ id: staffId, name: 'Mira Sommer' }]);
    expect(await names({ tab: 'refused', name: 'vogt' })).toHaveLength(2);
    expect(await names({ tab: 'refused', name: '04ab' })).toEqual(['0x04AB']);
    // also refusals that they overrode, whoever scanned
    expect(await names({ tab: 'refused', by: staffId })).toEqual(['Anna Vogt', 'Zoë Müller']);
    expect(await names({ tab: 'refused', how: 'phone' })).toEqual([]);
  });

  test.each(['refused', 'undone'] as const)('are read page by page, as is what was undone: %s', async (tab) => {
    const leave = { refused: refuse, undone: (at: string) => record(at, { state: 'undone' }) };
    const tapIds = await Promise.all(Array.from({ length: 60 }, () => leave[tab](`${day}T08:00:00Z`)));
    const first = await list({ tab });
    const second = await list({ tab }, first.next ?? '');
    expect([first.lines.length, second.lines.length, second.next]).toEqual([50, 10, null]);
    expect([...first.lines, ...second.lines].map(({ id }) => id).toSorted()).toEqual(tapIds.toSorted());
  });
});

describe('a file', () => {
  const words = {
    say: (key: string) => key,
    sayReason: (reason: string) => `reasons.${reason}`,
    separator: ';',
  } as const;
  const write = async (filter: Partial<VisitFilter>) => {
    const asked = { filter: { day, name: '', ...filter }, words };
    const pieces = await Array.fromAsync(writeVisits({ desk: testDesk.desk, actor: here.actor }, asked));
    return pieces.join('').split('\r\n');
  };
  const heads = (...columns: string[]) => `\uFEFF${columns.map((column) => `fileColumns.${column}`).join(';')}`;

  test('has a row per visit, and no cell is a formula', async () => {
    const accountId = await enrol('=cmd()', '+Vogt');
    await record(`${day}T08:00:07Z`, { accountId, staffId: here.actor.staffId, how: 'card' });
    await recordElsewhere(`${day}T09:31:00Z`, { accountId, kind: 'checkOut' });
    for (let minute = 0; minute < 59; minute += 1) {
      const at = `${day}T07:${String(minute).padStart(2, '0')}:00Z`;
      await record(at, { accountId: `a-${minute}`, state: 'waiting' });
    }
    await record('2026-11-20T22:59:00Z', { accountId: 'b', kind: 'checkOut' });
    const rows = await write({ day: '2026-11-20', until: day });
    const columns = [
      'day',
      'in',
      'dayOut',
      'out',
      'stay',
      'name',
      'membershipId',
      'first',
      'how',
      'howOut',
      'by',
      'byOut',
    ];
    expect(rows[0]).toBe(heads(...columns, 'state'));
    expect(rows[1]).toMatch(
      /^2026-11-21;09:00:07;2026-11-21;10:31:00;90;'=cmd\(\) \+Vogt;M-[^;]+;yes;ways\.card;ways\.turnstile;Mira Sommer;;$/,
    );
    expect(rows[2]).toMatch(/^2026-11-21;08:58:00;;;;.*;fileStates\.waiting$/);
    expect(rows.at(-2)).toMatch(/^;;2026-11-20;23:59:00;;b;/);
    expect(rows).toHaveLength(63);
  });

  test('of those who were turned away has their reasons, and of what was undone has its kind', async () => {
    const { staffId } = here.actor;
    const letIn = await record(`${day}T08:01:00Z`);
    await refuse(`${day}T08:00:00Z`, { accountId: 'a-1', staffId, visitTapId: letIn, admittedBy: staffId });
    await refuse(`${day}T09:00:00Z`, { reason: 'cardUnknown' });
    await record(`${day}T10:00:00Z`, { kind: 'checkOut', state: 'undone', how: 'name' });
    expect(await write({ tab: 'refused' })).toEqual([
      heads('day', 'time', 'name', 'membershipId', 'reason', 'letIn', 'letInBy', 'letInWhy', 'how', 'by'),
      '2026-11-21;10:00:00;;;reasons.cardUnknown;;;;ways.card;',
      '2026-11-21;09:00:00;a-1;;reasons.gymNotInNetwork;letInNote.anyway;Mira Sommer;;ways.card;Mira Sommer',
      '',
    ]);
    expect(await write({ tab: 'undone' })).toEqual([
      heads('day', 'time', 'name', 'membershipId', 'what', 'how', 'by'),
      '2026-11-21;11:00:00;a-1;;undoneKinds.checkOut;ways.name;',
      '',
    ]);
  });
});

test('a page is read from indexes with ten thousand members and forty thousand visits', async () => {
  const { db } = testDesk.desk;
  const { id } = here.location;
  await insertNumbered(
    db,
    10_000,
    (numbers) => sql`
      insert into members (location_id, account_id, first_name, last_name, search_name, synced_at)
      select ${id}, 'a-' || n, 'Lena', 'Vogt', ' lena vogt', now() from ${numbers} n`,
  );
  await insertNumbered(
    db,
    40_000,
    (numbers) => sql`
      insert into visits (location_id, tap_id, account_id, kind, tapped_at, state, undo_until, next_attempt_at, recorded_at)
      select ${id}, gen_random_uuid(), 'a-' || (n % 10000 + 1), 'checkIn', at, 'sent', at, at, at
      from (select n, timestamptz '2026-11-22' - n * interval '1 minute' as at from ${numbers} n) t`,
  );
  await insertNumbered(
    db,
    40_000,
    (numbers) => sql`
      insert into elsewhere_events (location_id, account_id, kind, at)
      select ${id}, 'a-' || (n % 10000 + 1), 'checkIn', timestamptz '2026-11-22' - n * interval '1 minute'
      from ${numbers} n`,
  );
  await db.execute(sql`analyze members`);
  await db.execute(sql`analyze elsewhere_events`);
  await db.execute(sql`analyze visits`);
  const asked = { location: here.location, filter: { day, name: 'vogt' }, now: new Date(`${day}T20:00:00Z`) };
  const part = { from: new Date('2026-11-20T23:00:00Z'), before: new Date('2026-11-21T23:00:00Z') };
  const query = selectVisitPage(db, { ...asked, ...part, after: undefined, limit: 50 });
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(
    /visits_location_id_tapped_at_index[\s\S]*Index Cond: .*location_id = .*tapped_at >= .*tapped_at </,
  );
  expect(plan).not.toMatch(/Seq Scan on (visits|elsewhere_events)/);
});
