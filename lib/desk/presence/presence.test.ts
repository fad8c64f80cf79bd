import { describe, expect, test } from 'vitest';
import { type PresenceEvent, presenceAt } from './presence.ts';

const seconds = (n: number) => n * 1_000;
const hours = (n: number) => n * 3_600_000;
const rules = { repeatWindowMs: seconds(60), longestStayMs: hours(8) };
const tap = hours(1_000);
const checkIn = (at: number): PresenceEvent => ({ kind: 'checkIn', at });
const checkOut = (at: number): PresenceEvent => ({ kind: 'checkOut', at });

describe('at the moment of a tap', () => {
  test('a member without events is out', () => {
    expect(presenceAt(tap, [], rules)).toEqual({ kind: 'out', leftAt: null });
  });

  test('a check-in less than the repeat window ago is the same arrival', () => {
    const at = tap - seconds(59.999);
    expect(presenceAt(tap, [checkIn(at)], rules)).toEqual({ kind: 'repeat', checkedInAt: at });
    expect(presenceAt(tap, [checkIn(tap)], rules)).toEqual({ kind: 'repeat', checkedInAt: tap });
  });

  test('after the repeat window the member is in', () => {
    expect(presenceAt(tap, [checkIn(tap - seconds(60))], rules)).toEqual({ kind: 'in', since: tap - seconds(60) });
  });

  test('after a check-out the member is out, also within the repeat window', () => {
    const events = [checkOut(tap - seconds(10)), checkIn(tap - seconds(30))];
    expect(presenceAt(tap, events, rules)).toEqual({ kind: 'out', leftAt: tap - seconds(10) });
  });

  test('who never checked out counts as gone after the longest stay', () => {
    expect(presenceAt(tap, [checkIn(tap - hours(8) + 1)], rules).kind).toBe('in');
    expect(presenceAt(tap, [checkIn(tap - hours(8))], rules).kind).toBe('out');
  });
});

describe('a tap that arrives late', () => {
  test('is judged by what had happened by then', () => {
    expect(presenceAt(tap, [checkIn(tap + hours(1))], rules).kind).toBe('out');
    expect(presenceAt(tap, [checkIn(tap - hours(1)), checkOut(tap + hours(1))], rules).kind).toBe('in');
  });

  test('is the same arrival as a check-in soon after it', () => {
    expect(presenceAt(tap, [checkIn(tap + seconds(5))], rules)).toEqual({
      kind: 'repeat',
      checkedInAt: tap + seconds(5),
    });
    expect(presenceAt(tap, [checkIn(tap + seconds(60))], rules).kind).toBe('out');
    expect(presenceAt(tap, [checkOut(tap + seconds(2)), checkIn(tap + seconds(5))], rules).kind).toBe('out');
  });
});
