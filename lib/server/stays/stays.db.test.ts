import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { presenceRules } from '#lib/server/presence/events.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { type PresenceEvent, presenceAt, wronglyCounted } from '#lib/server/presence/presence.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { VisitKind, VisitState } from '#lib/wire/visits.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { seed } from '#shared/testing/seed.ts';
import { selectStays } from './select-stays.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
beforeEach(async () => {
  here = await testDesk.openLocation();
});

const accountIds = ['lena', 'jan', 'mira'];
const longestStayMs = 8 * hourMs;

interface Event {
  who: number;
  kind: 'checkIn' | 'checkOut';
  at: number;
  where: 'desk' | 'undone' | 'elsewhere';
}

/** Begins at different times of a week; each at a millisecond of its own, so that their order is one. */
const events = (start: number) =>
  fc
    .array(
      fc.record({
        who: fc.nat(accountIds.length - 1),
        kind: fc.constantFrom('checkIn' as const, 'checkIn' as const, 'checkOut' as const),
        at: fc.nat(5 * 24 * 60),
        where: fc.constantFrom('desk' as const, 'desk' as const, 'undone' as const, 'elsewhere' as const),
      }),
      { maxLength: 60 },
    )
    .map((drawn) => drawn.map((event, index): Event => ({ ...event, at: start + event.at * 60_000 + index })));

async function store(happened: readonly Event[]): Promise<void> {
  const { db } = testDesk.desk;
  const locationId = here.location.id;
  for (const { who, kind, at, where } of happened) {
    const accountId = accountIds[who] ?? '';
    const then = new Date(at);
    if (where === 'elsewhere') {
      await db.insert(elsewhereEvents).values({ locationId, accountId, kind, at: then });
      continue;
    }
    const times = { tappedAt: then, undoUntil: then, nextAttemptAt: then, recordedAt: then };
    const state = where === 'undone' ? ('undone' as const) : ('sent' as const);
    await db.insert(visits).values({ locationId, tapId: randomUUID(), accountId, kind, state, ...times });
  }
}

const read = (from: number, to: number) => {
  const period = { location: here.location, from: new Date(from), to: new Date(to) };
  return testDesk.desk.db.select().from(selectStays(testDesk.desk.db, period));
};

interface Plain {
  accountId: string;
  inAt: number | null;
  outAt: number | null;
}

/** The same, event by event. */
function plainStays(happened: readonly Event[]): Plain[] {
  return accountIds.flatMap((accountId, who) => {
    const stays: Plain[] = [];
    let open: Plain | null = null;
    let last: Event | null = null;
    const ofMember = happened.filter((event) => event.who === who && event.where !== 'undone');
    for (const event of ofMember.toSorted((a, b) => a.at - b.at)) {
      const isNear = last !== null && event.at - last.at < longestStayMs;
      if (event.kind === 'checkIn') {
        if (!(isNear && last?.kind === 'checkIn')) {
          open = { accountId, inAt: event.at, outAt: null };
          stays.push(open);
        }
      } else if (isNear && last?.kind === 'checkIn' && open) {
        open.outAt = event.at;
        open = null;
      } else if (!(isNear && last?.kind === 'checkOut')) {
        stays.push({ accountId, inAt: null, outAt: event.at });
      }
      last = event;
    }
    return stays;
  });
}

const sorted = (stays: readonly Plain[]) =>
  stays.map((stay) => JSON.stringify([stay.accountId, stay.inAt, stay.outAt])).toSorted();

test('the stays of any period are those that a reading of all events one by one finds', async () => {
  const start = Date.parse('2026-03-27T00:00:00Z');
  await fc.assert(
    fc.asyncProperty(events(start), fc.nat(5 * 24), fc.nat(3 * 24), async (happened, fromH, hours) => {
      here = await testDesk.openLocation();
      await store(happened);
      const [from, to] = [start + fromH * hourMs, start + (fromH + hours) * hourMs];
      const inReach = happened.filter(({ at }) => at >= from - longestStayMs && at < to + 2 * longestStayMs);
      const begun = plainStays(inReach).filter(({ inAt, outAt }) => {
        const at = inAt ?? outAt ?? 0;
        return at >= from && at < to;
      });
      const stays = (await read(from, to)).map(({ accountId, inAt, outAt }) => ({
        accountId: accountId ?? '',
        inAt: inAt?.getTime() ?? null,
        outAt: outAt?.getTime() ?? null,
      }));
      expect(sorted(stays)).toEqual(sorted(begun));
    }),
    { seed, numRuns: 40 },
  );
});

test('the arrivals are those that the counter counts, and who is in is the same at both', async () => {
  const start = testDesk.clock.now - 6 * 24 * hourMs;
  await fc.assert(
    fc.asyncProperty(events(start), fc.integer({ min: 3 * 24 * 60, max: 6 * 24 * 60 }), async (drawn, nowMin) => {
      const now = start + nowMin * 60_000 + 500;
      const happened = drawn.filter(({ at }) => at < now);
      here = await testDesk.openLocation();
      await store(happened);
      const stays = await read(start, now);
      const rules = presenceRules(here.location);
      for (const [who, accountId] of accountIds.entries()) {
        const known: PresenceEvent[] = happened
          .filter((event) => event.who === who && event.where !== 'undone')
          .map(({ kind, at }) => ({ kind, at, isCounted: true }));
        const extra = wronglyCounted(known, rules);
        const counted = known.filter((event) => event.kind === 'checkIn' && !extra.includes(event));
        const own = stays.filter((stay) => stay.accountId === accountId);
        const arrivals = own.flatMap(({ inAt }) => inAt?.getTime() ?? []);
        expect(arrivals.toSorted()).toEqual(counted.map(({ at }) => at).toSorted());
        const isIn = own.some(({ inAt, outAt, insideUntil }) => inAt && !outAt && insideUntil.getTime() > now);
        expect(isIn).toBe(presenceAt(now, known, rules).kind !== 'out');
      }
      const wasNow = testDesk.clock.now;
      testDesk.clock.now = now;
      const { entries } = await readPresence({ desk: testDesk.desk, actor: here.actor });
      testDesk.clock.now = wasNow;
      const inNow = stays.filter(({ inAt, outAt, insideUntil }) => inAt && !outAt && insideUntil.getTime() > now);
      expect(inNow.map(({ accountId }) => accountId).toSorted()).toEqual(
        entries.map(({ accountId }) => accountId).toSorted(),
      );
    }),
    { seed, numRuns: 40 },
  );
});

test('a stay says how, by whom and in which state a member came and left, and whether it is the first one known', async () => {
  const at = (time: string) => new Date(`2026-11-20T${time}Z`);
  const locationId = here.location.id;
  const of = (time: string) => ({
    locationId,
    tapId: randomUUID(),
    state: 'sent' as const,
    tappedAt: at(time),
    undoUntil: at(time),
    nextAttemptAt: at(time),
    recordedAt: at(time),
  });
  const { staffId } = here.actor;
  await testDesk.desk.db.insert(visits).values([
    { ...of('08:00:00'), accountId: 'lena', kind: 'checkIn', how: 'phone', staffId },
    { ...of('09:30:00'), accountId: 'lena', kind: 'checkOut', how: 'name', staffId, state: 'waiting' },
    { ...of('12:00:00'), accountId: 'lena', kind: 'checkIn', staffId },
    { ...of('19:00:00'), accountId: 'lena', kind: 'checkOut', isAutomatic: true },
    { ...of('13:00:00'), kind: 'checkIn', scannedKind: 'rfid', scannedValue: '0x04', state: 'unresolved' },
  ]);
  await testDesk.desk.db
    .insert(elsewhereEvents)
    .values({ locationId, accountId: 'jan', kind: 'checkOut', at: at('15:00:00') });
  const stays = await read(at('00:00:00').getTime(), at('23:00:00').getTime());
  const byTime = stays.toSorted((a, b) => a.beganAt.getTime() - b.beganAt.getTime());
  const inHours = ({ inAt, outAt }: (typeof stays)[number]) =>
    [inAt, outAt].map((time) => time?.toISOString().slice(11, 16));
  expect(byTime.map((stay) => [...inHours(stay), stay.inHow, stay.outHow, stay.isFirst])).toEqual([
    ['08:00', '09:30', 'phone', 'name', true],
    ['12:00', '19:00', null, 'automatic', false],
    ['13:00', undefined, 'card', null, false],
    [undefined, '15:00', null, 'turnstile', false],
  ]);
  const none = { outAt: null, outBy: null };
  expect(byTime).toMatchObject([
    { accountId: 'lena', inBy: staffId, outBy: staffId, isAutomatic: false, trouble: { state: 'waiting', why: null } },
    { accountId: 'lena', inBy: staffId, outBy: null, isAutomatic: true, trouble: null },
    {
      ...none,
      accountId: null,
      scanned: '0x04',
      trouble: { state: 'unresolved', why: null },
      insideUntil: at('21:00:00'),
    },
    { accountId: 'jan', inAt: null, trouble: null, id: 'turnstile-checkOut-jan' },
  ]);
});

test('a stay shows what the member system does not have of any of its arrivals and departures, the worst of it, and of no other stay', async () => {
  const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);
  const locationId = here.location.id;
  const of = (time: string, state: VisitState, kind: VisitKind = 'checkIn', whose: object = { accountId: 'lena' }) => ({
    locationId,
    tapId: randomUUID(),
    state,
    kind,
    ...whose,
    tappedAt: at(time),
    undoUntil: at(time),
    nextAttemptAt: at(time),
    recordedAt: at(time),
  });
  const card = { scannedKind: 'rfid' as const, scannedValue: '0x04' };
  await testDesk.desk.db.insert(visits).values([
    of('05:00', 'sent'),
    of('06:00', 'undone', 'checkOut'),
    of('06:30', 'waiting'),
    { ...of('07:00', 'refused'), lastError: 'membershipMissing' },
    of('08:00', 'sent', 'checkOut'),
    // the next one
    of('09:00', 'sent'),
    of('10:00', 'sent', 'checkOut'),
    of('10:30', 'undone'),
    of('11:00', 'waiting', 'checkOut'),
    of('12:00', 'sent'),
    { ...of('09:30', 'refused', 'checkIn', { accountId: 'jan' }) },
    of('13:00', 'sent', 'checkIn', card),
    of('14:00', 'unresolved', 'checkIn', card),
    of('13:00', 'sent', 'checkIn', { ...card, scannedValue: '0x05' }),
  ]);
  const stays = await read(at('00:00').getTime(), at('23:00').getTime());
  expect(
    Object.fromEntries(
      stays.map(({ scanned, accountId, beganAt, trouble }) => [
        `${scanned ?? accountId} ${beganAt.toISOString().slice(11, 16)}`,
        trouble && [trouble.state, trouble.why],
      ]),
    ),
  ).toEqual({
    'lena 05:00': ['refused', 'membershipMissing'],
    'lena 09:00': ['waiting', null],
    'lena 12:00': null,
    'jan 09:30': ['refused', null],
    '0x04 13:00': ['unresolved', null],
    '0x05 13:00': null,
  });
});
