import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VisitKind } from '#lib/wire/visits.ts';
import { findDeparture, type PresenceEvent, presenceAt, wronglyCounted, wronglySetAside } from './presence.ts';

const seconds = (n: number) => n * 1_000;
const hours = (n: number) => n * 3_600_000;
const rules = { repeatWindowMs: seconds(60), longestStayMs: hours(8) };
const tap = hours(1_000);
const checkIn = (at: number): PresenceEvent => ({ kind: 'checkIn', at, isCounted: true });
const checkOut = (at: number): PresenceEvent => ({ kind: 'checkOut', at, isCounted: true });
const setAside = (event: PresenceEvent): PresenceEvent => ({ ...event, isCounted: false });

describe('at the moment of a tap', () => {
  test('a member without events is out', () => {
    expect(presenceAt(tap, [], rules)).toEqual({ kind: 'out' });
  });

  test('a check-in less than the repeat window ago is the same arrival', () => {
    const at = tap - seconds(59.999);
    expect(presenceAt(tap, [checkIn(at)], rules)).toEqual({ kind: 'repeat', checkedInAt: at });
    expect(presenceAt(tap, [checkIn(tap)], rules)).toEqual({ kind: 'repeat', checkedInAt: tap });
  });

  test('after the repeat window the member is in', () => {
    expect(presenceAt(tap, [checkIn(tap - seconds(60))], rules)).toEqual({ kind: 'in', since: tap - seconds(60) });
  });

  test('after a check-out the member is out, even within the repeat window', () => {
    const events = [checkOut(tap - seconds(10)), checkIn(tap - seconds(30))];
    expect(presenceAt(tap, events, rules).kind).toBe('out');
  });

  test('a member who never checked out counts as gone after the longest stay', () => {
    expect(presenceAt(tap, [checkIn(tap - hours(8) + 1)], rules).kind).toBe('in');
    expect(presenceAt(tap, [checkIn(tap - hours(8))], rules).kind).toBe('out');
  });

  test('another scan meanwhile changes neither the arrival nor the end of the longest stay', () => {
    const events = [checkIn(tap - hours(7)), setAside(checkIn(tap - hours(1)))];
    expect(presenceAt(tap, events, rules)).toEqual({ kind: 'in', since: tap - hours(7) });
    expect(presenceAt(tap + hours(2), events, rules).kind).toBe('out');
  });
});

describe('a tap that arrives late', () => {
  test('is the same arrival as the next one, if that is within the longest stay', () => {
    for (const later of [seconds(5), seconds(120), hours(1), hours(8) - 1]) {
      expect(presenceAt(tap, [checkIn(tap + later)], rules)).toEqual({ kind: 'repeat', checkedInAt: tap + later });
    }
    expect(presenceAt(tap, [checkIn(tap + hours(8))], rules).kind).toBe('out');
  });

  test('is judged by the events before and after it', () => {
    expect(presenceAt(tap, [checkOut(tap + seconds(2)), checkIn(tap + seconds(5))], rules).kind).toBe('out');
    expect(presenceAt(tap, [checkIn(tap - hours(1)), checkOut(tap + hours(1))], rules).kind).toBe('in');
    expect(presenceAt(tap, [checkOut(tap - hours(1)), checkIn(tap + hours(1))], rules).kind).toBe('repeat');
  });
});

describe('a departure', () => {
  test('counts unless another one counts without an arrival in between, in either order', () => {
    expect(findDeparture(tap, [checkIn(tap - hours(1))], rules)).toBeNull();
    expect(findDeparture(tap, [checkOut(tap - hours(1))], rules)).toBe(tap - hours(1));
    expect(findDeparture(tap, [checkIn(tap - hours(1)), checkOut(tap + hours(1))], rules)).toBe(tap + hours(1));
    expect(findDeparture(tap, [setAside(checkIn(tap + 1)), checkOut(tap + hours(1))], rules)).toBeNull();
    expect(findDeparture(tap, [checkOut(tap - hours(8))], rules)).toBeNull();
  });
});

/**
 * A desk that learns of events in some order: each one is judged as it arrives, taps that were set aside wrongly are
 * counted, and turnstile events always count.
 */
function learn(events: readonly Happened[]): (Happened & { isCounted: boolean })[] {
  const known: (Happened & { isCounted: boolean })[] = [];
  for (const event of events) {
    const { kind, at, isElsewhere } = event;
    const isNew =
      kind === 'checkIn' ? presenceAt(at, known, rules).kind === 'out' : findDeparture(at, known, rules) === null;
    known.push({ ...event, isCounted: isElsewhere || isNew });
    for (const missed of wronglySetAside(known, rules)) missed.isCounted = true;
  }
  return known;
}

interface Happened {
  kind: VisitKind;
  at: number;
  isElsewhere: boolean;
}

/** Visits of one member, the next a longest stay after the last event of the one before, or after a departure. */
const life = fc
  .array(
    fc.record({
      afterH: fc.integer({ min: 13, max: 40 }),
      arrivals: fc.array(fc.integer({ min: 0, max: 3 * 3_600 }), { minLength: 1, maxLength: 3 }),
      departures: fc.array(fc.integer({ min: 3 * 3_600 + 1, max: 4 * 3_600 }), { maxLength: 2 }),
      backAfterS: fc.array(fc.integer({ min: 4 * 3_600 + 1, max: 5 * 3_600 }), { maxLength: 2 }),
      elsewhere: fc.array(fc.nat({ max: 6 }), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((stays) => {
    let from = tap;
    return stays.flatMap(({ afterH, arrivals, departures, backAfterS, elsewhere }) => {
      from += hours(afterH);
      const at = (kind: VisitKind) => (second: number) => ({ kind, at: from + seconds(second) });
      // coming back requires a departure
      const back = departures.length > 0 ? backAfterS : [];
      const events = [...arrivals.map(at('checkIn')), ...departures.map(at('checkOut')), ...back.map(at('checkIn'))];
      return events.map((event, index) => ({ ...event, isElsewhere: elsewhere.includes(index) }));
    });
  })
  .map((events) => [...new Map(events.map((event) => [event.at, event])).values()]);

const shuffledLife = life.chain((events) =>
  fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
);

const stays = (events: readonly PresenceEvent[]) => events.filter(({ isCounted }) => isCounted).length;

describe('in whatever order the desk learns of events', () => {
  test('its own taps result in the same visits', () => {
    fc.assert(
      fc.property(shuffledLife, ([events, order]) => {
        const own = (list: readonly Happened[]) => list.map((event) => ({ ...event, isElsewhere: false }));
        const inOrder = learn(own(events.toSorted((a, b) => a.at - b.at)));
        const judged = learn(own(order));
        expect(stays(judged)).toBe(stays(inOrder));
        expect([wronglySetAside(judged, rules), wronglyCounted(judged, rules)]).toEqual([[], []]);
      }),
      { numRuns: 3_000 },
    );
  });

  test('every stay and every departure counts, and the desk counts none twice, even with turnstiles', () => {
    fc.assert(
      fc.property(shuffledLife, ([, order]) => {
        const judged = learn(order);
        expect(wronglySetAside(judged, rules)).toEqual([]);
        const own = judged.map((event) => ({ ...event, isCounted: event.isCounted && !event.isElsewhere }));
        expect(wronglyCounted(own, rules)).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  test('no stay is lost, however far apart its taps are', () => {
    const event = fc.record({
      kind: fc.constantFrom<VisitKind>('checkIn', 'checkOut'),
      at: fc.integer({ min: 0, max: 60 }).map(hours),
      isElsewhere: fc.boolean(),
    });
    const events = fc.uniqueArray(event, { selector: ({ at }) => at, maxLength: 12 });
    fc.assert(
      fc.property(events, (order) => {
        expect(wronglySetAside(learn(order), rules)).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });
});
