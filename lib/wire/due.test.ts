import { describe, expect, test } from 'vitest';
import { daysFromTo, daysLater, dueOf, isPressing } from './due.ts';

const today = '2026-11-21';

test.each([
  ['2026-11-21', { kind: 'today' }],
  ['2026-11-22', { kind: 'tomorrow' }],
  ['2026-11-23', { kind: 'weekday', day: '2026-11-23' }],
  ['2026-11-27', { kind: 'weekday', day: '2026-11-27' }],
  ['2026-11-28', { kind: 'day', day: '2026-11-28' }],
  ['2026-11-20', { kind: 'yesterday' }],
  ['2026-11-19', { kind: 'overdue', day: '2026-11-19' }],
  [null, { kind: 'none' }],
])('%s is spoken of as %j', (day, due) => expect(dueOf(day, today)).toEqual(due));

describe('days', () => {
  test('are counted over the change of the clocks and of the year', () => {
    expect(daysFromTo('2026-03-28', '2026-03-30')).toBe(2);
    expect(daysFromTo('2026-10-26', '2026-10-24')).toBe(-2);
    expect(daysLater('2026-12-28', 7)).toBe('2027-01-04');
    expect(daysLater('2028-02-28', 1)).toBe('2028-02-29');
  });

  test('press from the due day on', () => {
    expect(['2026-11-20', today, '2026-11-22', null].map((day) => isPressing(day, today))).toEqual([
      ...[true, true, false, false],
    ]);
  });
});
