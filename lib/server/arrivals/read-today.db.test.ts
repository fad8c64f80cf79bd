import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeNote } from '#lib/server/members/notes.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { nowAheadOfDatabase, type TestLocation } from '#lib/testing/test-desk.ts';
import type { WrittenNote } from '#lib/wire/notes.ts';
import { checkOut } from './check-out.ts';
import { lookUp } from './look-up.ts';
import { readToday, selectTaps } from './read-today.ts';
import { undo } from './undo.ts';
import { voidScan } from './void-scan.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  testDesk.clock.now = Date.parse('2026-11-21T08:41:07Z');
  here = await testDesk.openLocation();
});

const scan = (value: string, tap = here.tap()) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...tap, source: 'scan', value });
const today = () => readToday({ desk: testDesk.desk, actor: here.actor }, here.actor);

function enrol() {
  const member = inventMember();
  here.platform.members.push(member);
  return { card: member.card, accountId: member.account.accountId };
}

describe('the list of today’s verdicts', () => {
  test('is the same in every window, latest first: admitted, refused and unknown ones', async () => {
    const [lena, omar] = [enrol(), enrol()];
    const first = await scan(lena.card);
    testDesk.clock.now += 60_000;
    const unknown = await scan('0x04FFFFFFFFFF80');
    testDesk.clock.now += 60_000;
    const second = await scan(omar.card);
    expect((await today()).map(({ tapId, kind }) => [tapId, kind])).toEqual([
      [second.tapId, 'admitted'],
      [unknown.tapId, 'unknown'],
      [first.tapId, 'admitted'],
    ]);
  });

  test('shows an undone visit as not recorded', async () => {
    const lena = enrol();
    const { tapId } = await scan(lena.card);
    await undo({ desk: testDesk.desk, actor: here.actor }, { tapId });
    expect(await today()).toMatchObject([{ tapId, reasons: [{ code: 'undone' }], offers: ['checkIn'] }]);
  });

  test('shows a check-out in place of the scan before it, and offers the current actions', async () => {
    const [lena, omar] = [enrol(), enrol()];
    await scan(lena.card);
    const stays = await scan(omar.card);
    testDesk.clock.now += 120_000;
    const left = await checkOut(
      { desk: testDesk.desk, actor: here.actor },
      { ...here.tap(), accountId: lena.accountId },
    );
    expect((await today()).map(({ tapId, ...verdict }) => [tapId, 'offers' in verdict && verdict.offers])).toEqual([
      [left.tapId, ['checkIn']],
      [stays.tapId, ['checkOut']],
    ]);
  });

  test('leaves out a note that was deleted since the scan, and only that', async () => {
    const [lena, omar] = [enrol(), enrol()];
    const context = { desk: testDesk.desk, actor: here.actor };
    await scan(lena.card);
    await scan(omar.card);
    const towel = { text: 'Owes for a towel', level: 'tell', expiresOn: null } as const;
    const locker = { ...towel, text: 'Has locker 7' };
    const [towelId, ofOmar] = [randomUUID(), randomUUID()];
    const write = (accountId: string, noteId: string, note: WrittenNote | null, base: WrittenNote | null = null) =>
      writeNote(context, { locationId: here.location.id, accountId, noteId, note, base });
    await write(lena.accountId, towelId, towel);
    await write(lena.accountId, randomUUID(), locker);
    await write(omar.accountId, ofOmar, towel);
    testDesk.clock.now += 120_000;
    const [ofLena, other] = [await scan(lena.card), await scan(omar.card)];
    const notes = async () =>
      (await today())
        .filter(({ tapId }) => [ofLena.tapId, other.tapId].includes(tapId))
        .map(({ reasons }) => reasons.flatMap((reason) => ('text' in reason ? [reason.text] : [])).toSorted());
    expect((await notes()).toSorted()).toEqual([['Has locker 7', 'Owes for a towel'], ['Owes for a towel']]);
    await write(lena.accountId, towelId, null, towel);
    expect((await notes()).toSorted()).toEqual([['Has locker 7'], ['Owes for a towel']]);
  });

  test('leaves out a partial card read', async () => {
    const tap = here.tap();
    await voidScan({ desk: testDesk.desk, actor: here.actor }, { tapId: tap.tapId, value: '04' });
    expect(await today()).toEqual([]);
  });

  test('has no verdicts of another location', async () => {
    await scan(enrol().card);
    here = await testDesk.openLocation();
    expect(await today()).toEqual([]);
  });
});

test.each([
  ['an ordinary day', 'Europe/Berlin', '2026-11-20T22:59:59Z', '2026-11-20T23:00:00Z', '2026-11-21T22:59:00Z'],
  ['the short day in spring', 'Europe/Berlin', '2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:00Z'],
  ['the long day in autumn', 'Europe/Berlin', '2026-10-24T21:59:59Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:00Z'],
  ['a day far east', 'Pacific/Kiritimati', '2026-11-20T09:59:59Z', '2026-11-20T10:00:00Z', '2026-11-21T09:59:00Z'],
])('a tap of yesterday is not in today’s list: %s', async (_, timeZone, yesterday, firstToday, lastToday) => {
  here = await testDesk.openLocation({ timeZone });
  const at = (instant: string) => {
    testDesk.clock.now = Date.parse(instant);
  };
  at(yesterday);
  await scan(enrol().card);
  // made yesterday and received today: it waited in the browser
  const waited = here.tap();
  at(firstToday);
  const first = await scan(enrol().card);
  const late = { ...waited, sentAt: testDesk.clock.now };
  await scan(enrol().card, late);
  at(lastToday);
  expect((await today()).map(({ tapId }) => tapId)).toEqual([first.tapId]);
});

test('after the clock was set back, new taps are listed although a hundred taps lie in the future', async () => {
  testDesk.clock.now = nowAheadOfDatabase();
  await insertTaps(100, testDesk.clock.now);
  testDesk.clock.now -= 3_600_000;
  const { tapId } = await scan(enrol().card);
  expect((await today()).map((verdict) => verdict.tapId)).toEqual([tapId]);
});

/** Taps one second apart, the last one at the given time. */
const insertTaps = (count: number, last: number) =>
  testDesk.desk.db.execute(sql`
    insert into taps (location_id, tap_id, operation, claimed_at, answer)
    select ${here.location.id}, gen_random_uuid(), 'lookUp', at,
      jsonb_build_object('decision', jsonb_build_object('kind', 'unknown', 'reasons', '[]'::jsonb), 'accountId', null,
        'visitTapId', null, 'tappedAt', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'offers', '[]'::jsonb)
    from (select ${new Date(last).toISOString()}::timestamptz - n * interval '1 second' as at
      from generate_series(0, ${count}::int - 1) n) made`);

test('the list is read by an index, among ten thousand taps', async () => {
  const { db } = testDesk.desk;
  await insertTaps(10_000, testDesk.clock.now);
  await db.execute(sql`analyze taps`);
  const query = selectTaps(db, {
    locationId: here.location.id,
    from: new Date('2026-11-21T08:00:00Z'),
    now: new Date(testDesk.clock.now),
  });
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Scan.* using taps_location_id_claimed_at_index/);
  expect(plan).not.toContain('Seq Scan');
});
