import { expect, test } from 'vitest';
import { daysOfMonth, isUnknownMonth, readStatementMonth } from './corporate-statement.ts';

const known = { since: '2026-08', today: '2026-11-27', until: null, retiredOn: null };

test('without a month, the address means the last one that is over', () => {
  const months = ['2026-11', '2026-10', '2026-09', '2026-08'];
  expect(readStatementMonth({}, known)).toEqual({ month: '2026-10', months });
  expect(readStatementMonth({ month: '2026-11' }, known)).toEqual({ month: '2026-11', months });
});

test.each(['2026-13', '2026-12', 'November', ['2026-10', '2026-09'], ''])('%j is no month to show', (month) => {
  expect(readStatementMonth({ month }, known).month).toBeNull();
});

test('a month from before the first known one can be shown, and then also be chosen', () => {
  const { month, months } = readStatementMonth({ month: '2025-02' }, known);
  expect([month, months.at(-1)]).toEqual(['2025-02', '2025-02']);
  expect(readStatementMonth({}, { ...known, since: '2026-11' })).toEqual({
    month: '2026-10',
    months: ['2026-11', '2026-10'],
  });
});

test('of a retired gym there is no month after that of its last known day, and without one, that of its last whole day in use is meant', () => {
  const retired = { ...known, until: '2026-09-14', retiredOn: '2026-09-02' };
  expect(readStatementMonth({}, retired)).toEqual({ month: '2026-09', months: ['2026-09', '2026-08'] });
  expect(readStatementMonth({ month: '2026-10' }, retired)).toEqual({ month: null, months: ['2026-09', '2026-08'] });
  const first = { ...retired, retiredOn: '2026-09-01' };
  expect(readStatementMonth({}, first)).toEqual({ month: '2026-08', months: ['2026-09', '2026-08'] });
});

test.each([
  ['from before the first whole day that is known', '2026-12-01', []],
  [
    'wholly between two days of a retirement',
    '2026-01-01',
    [{ from: '2026-10-31T08:00:00Z', until: '2026-12-01T08:00:00Z' }],
  ],
  ['wholly after the day on which the gym was retired', '2026-01-01', [{ from: '2026-10-31T08:00:00Z', until: null }]],
  [
    'whose known days are all of a retirement',
    '2026-11-10',
    [{ from: '2026-11-09T08:00:00Z', until: '2026-12-01T08:00:00Z' }],
  ],
])('of a month %s, nothing is known, unless it has an admission', (_, since, retirements) => {
  expect(isUnknownMonth({ month: '2026-11', timeZone: 'Europe/Berlin', since, retirements, days: [] })).toBe(true);
  const day = { day: '2026-11-05', granted: 1, firsts: 0, unanswered: 0, members: 1, each: [] };
  expect(isUnknownMonth({ month: '2026-11', timeZone: 'Europe/Berlin', since, retirements, days: [day] })).toBe(false);
});

test.each([
  ['began to be known', '2026-11-30', []],
  ['was retired', '2026-01-01', [{ from: '2026-11-01T08:00:00Z', until: null }]],
  ['was brought back', '2026-01-01', [{ from: '2026-10-01T08:00:00Z', until: '2026-11-30T08:00:00Z' }]],
  [
    'was in use between two retirements',
    '2026-01-01',
    [
      { from: '2026-10-01T08:00:00Z', until: '2026-11-14T08:00:00Z' },
      { from: '2026-11-14T08:00:00Z', until: null },
    ],
  ],
])('a month in which the gym %s is known in part', (_, since, retirements) => {
  expect(isUnknownMonth({ month: '2026-11', timeZone: 'Europe/Berlin', since, retirements, days: [] })).toBe(false);
});

test.each([
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
])('%s ends with %s', (month, to) => {
  expect(daysOfMonth(month)).toEqual({ from: `${month}-01`, to });
});
