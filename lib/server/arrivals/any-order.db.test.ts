import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { handleEvent } from '#lib/server/webhooks/handle-event.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { checkOut } from './check-out.ts';
import { lookUp } from './look-up.ts';
import { undo } from './undo.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const longestLife = 10 * 24 * hour;

const testDesk = setUpTestDesk();
let here: TestLocation;
let start = Date.parse('2026-11-21T05:00:00Z');

interface Happened {
  /**
   * - `scan`, `checkOut`: at a window, which may be offline for hours
   * - `unknown`: an unknown card while the platform is unreachable
   * - `mistake`: a scan that is undone at once, if it recorded a visit
   * - `in`, `out`: through a turnstile
   */
  kind: 'scan' | 'checkOut' | 'unknown' | 'mistake' | 'in' | 'out';
  at: number;
  delayMs: number;
}

type Member = ReturnType<typeof inventMember>;

interface Lived {
  /** The visits that the platform has. */
  visits: { checkins: number; checkouts: number };
  /** The actual events: a `mistake` that recorded nothing when it arrived could not be undone, and is a `scan`. */
  events: Happened[];
}

/** Delivers the events of one member, each at its time of arrival, and sends what becomes due in between. */
async function live(events: readonly Happened[]): Promise<Lived> {
  start += longestLife;
  testDesk.clock.now = start;
  const member = inventMember();
  const { accountId } = member.account;
  here.platform.members.push(member);
  await upsertMember(testDesk.desk.db, {
    locationId: here.location.id,
    member: memberOf(member.account),
    askedAt: new Date(start),
  });
  const inOrder = events
    .map((event, index) => ({ ...event, index, arrivesAt: event.at + event.delayMs }))
    .toSorted((a, b) => a.arrivesAt - b.arrivesAt || a.index - b.index);
  const stood = new Set<number>();
  for (const event of inOrder) {
    await passTo(start + event.arrivesAt);
    if ((await deliver(event, member)) === 'stands') stood.add(event.index);
  }
  for (const _ of Array(6)) await here.pass(10 * minute);
  const counted = [...here.platform.visits.values()].filter((visit) => visit.accountId === accountId);
  const count = (kind: string) => counted.filter((visit) => visit.kind === kind).length;
  return {
    visits: { checkins: count('checkins'), checkouts: count('checkouts') },
    events: events.map((event, index) => (stood.has(index) ? { ...event, kind: 'scan' } : event)),
  };
}

/** Advances the clock in steps, so that visits are sent when they become due. */
async function passTo(moment: number): Promise<void> {
  await here.pass(Math.min(11 * second, moment - testDesk.clock.now));
  await here.pass(moment - testDesk.clock.now);
}

/** @returns `stands` for a mistake that could not be undone */
async function deliver({ kind, at }: Happened, member: Member): Promise<'stands' | undefined> {
  const { desk, clock } = testDesk;
  const tap = { tapId: randomUUID(), tappedAt: start + at, sentAt: clock.now };
  const { accountId } = member.account;
  const scan = (value: string) => lookUp({ desk, actor: here.actor }, { ...tap, source: 'scan', value });
  const tell = (type: 'GYM_CHECKIN' | 'GYM_CHECKOUT') =>
    desk.db.transaction((tx) =>
      handleEvent(tx, desk, {
        locationId: here.location.id,
        accountId,
        type,
        at: new Date(start + at),
        receivedAt: new Date(clock.now),
      }),
    );
  switch (kind) {
    case 'scan':
      await scan(member.card);
      return undefined;
    case 'checkOut':
      await checkOut({ desk, actor: here.actor }, { ...tap, accountId });
      return undefined;
    case 'in':
      await tell('GYM_CHECKIN');
      return undefined;
    case 'out':
      await tell('GYM_CHECKOUT');
      return undefined;
    case 'unknown': {
      const { card } = inventMember();
      member.rfids?.push(card);
      here.platform.fault = () => ({ status: 503 });
      await scan(card);
      here.platform.fault = () => null;
      return undefined;
    }
    case 'mistake': {
      const scanned = await scan(member.card);
      if (!('visit' in scanned) || scanned.visit?.tapId !== tap.tapId) return 'stands';
      await here.pass(second);
      await undo({ desk, actor: here.actor }, { tapId: tap.tapId });
      return undefined;
    }
  }
}

const delay = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 10 }).map((n) => n * minute),
  fc.integer({ min: 1, max: 9 }).map((n) => n * hour),
);
const within = (fromMin: number, toMin: number, kind: fc.Arbitrary<Happened['kind']>) =>
  fc.record({ kind, at: fc.integer({ min: fromMin * 60, max: toMin * 60 }), delayMs: delay });
const arrival = fc.constantFrom<Happened['kind'][]>('scan', 'scan', 'unknown', 'mistake');

/** Intervals between events relative to the longest stay, some twice as long. */
const life = (longestStayH: number, arrivals: typeof arrival, departures: typeof arrival) =>
  fc
    .array(
      fc.tuple(
        fc.oneof(
          fc.integer({ min: longestStayH + 6, max: 3 * longestStayH + 6 }).map((n) => n * hour),
          fc.integer({ min: 0, max: 60 }).map((n) => 2 * longestStayH * hour + n * minute),
        ),
        fc.array(within(0, 180, arrivals), { minLength: 1, maxLength: 3 }),
        fc.array(within(181, 240, departures), { maxLength: 2 }),
        fc.array(within(241, 300, arrivals), { maxLength: 2 }),
      ),
      { minLength: 1, maxLength: 2 },
    )
    .map((stays) => {
      let from = 0;
      const events = stays.flatMap(([afterMs, came, left, back]) => {
        from += afterMs;
        return [...came, ...left, ...(left.length > 0 ? back : [])].map((event) => ({
          ...event,
          at: from + event.at * second,
        }));
      });
      return [...new Map(events.map((event) => [event.at, event])).values()];
    });

/** @param said each with the hour of the event and the delay until it arrives */
const taps = (...said: [kind: Happened['kind'], atH: number, delayH: number][]): Happened[] =>
  said.map(([kind, atH, delayH]) => ({ kind, at: (14 + atH) * hour, delayMs: delayH * hour }));

/**
 * The expected visits, from the events alone, regardless of when they arrive: arrivals without a departure in between are one, and
 * departures without an arrival in between are one, within the longest stay after the first.
 */
function visitsOf(events: readonly Happened[], longestStayMs: number): Lived['visits'] {
  const counted: { kind: keyof Lived['visits']; at: number }[] = [];
  for (const { kind: what, at } of events.toSorted((a, b) => a.at - b.at)) {
    if (what === 'mistake') continue;
    const kind = what === 'checkOut' || what === 'out' ? 'checkouts' : 'checkins';
    const last = counted.at(-1);
    if (last?.kind !== kind || at - last.at >= longestStayMs) counted.push({ kind, at });
  }
  const count = (which: keyof Lived['visits']) => counted.filter(({ kind }) => kind === which).length;
  return { checkins: count('checkins'), checkouts: count('checkouts') };
}

describe.each([8, 12, 24])('where the longest stay is %i hours', (longestStayH) => {
  beforeAll(async () => {
    here = await testDesk.openLocation({ longestStayH });
  });

  test('in whatever order events arrive, and however late, the platform gets exactly the visits of a member', async () => {
    await fc.assert(
      fc.asyncProperty(life(longestStayH, arrival, fc.constant('checkOut')), async (events) => {
        const late = await live(events);
        expect(late.visits).toEqual(visitsOf(late.events, longestStayH * hour));
      }),
      {
        numRuns: 8,
        examples: [
          [taps(['scan', 0, 0], ['checkOut', 2, 3], ['mistake', 3, 0])],
          [taps(['scan', 0, 0], ['scan', 1, 0], ['checkOut', 2, 0], ['scan', 2 * longestStayH + 0.5, 0])],
        ],
      },
    );
  });

  test('late events of a turnstile neither add nor lose a visit of this desk', async () => {
    const kinds = {
      in: fc.constantFrom<Happened['kind'][]>('scan', 'in'),
      out: fc.constantFrom<Happened['kind'][]>('checkOut', 'out'),
    };
    await fc.assert(
      fc.asyncProperty(life(longestStayH, kinds.in, kinds.out), async (events) => {
        const { checkins, checkouts } = (await live(events)).visits;
        const told = (kind: Happened['kind']) => events.filter((event) => event.kind === kind).length;
        const all = visitsOf(events, longestStayH * hour);
        // the platform's own turnstile events count too: together there is at least one of each
        expect(checkins + told('in')).toBeGreaterThanOrEqual(all.checkins);
        expect(checkouts + told('out')).toBeGreaterThanOrEqual(all.checkouts);
        expect(checkins).toBeLessThanOrEqual(all.checkins);
        expect(checkouts).toBeLessThanOrEqual(all.checkouts);
      }),
      { numRuns: 6 },
    );
  });
});
