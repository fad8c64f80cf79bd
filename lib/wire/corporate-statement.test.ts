import { expect, test } from 'vitest';
import { daysOfMonth, readStatementMonth } from './corporate-statement.ts';

const known = { since: '2026-08', today: '2026-11-27', until: null };

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

test('of a retired gym there is no month after the one in which it was retired, which is meant without one', () => {
  const retired = { ...known, until: '2026-09-14' };
  expect(readStatementMonth({}, retired)).toEqual({ month: '2026-09', months: ['2026-09', '2026-08'] });
  expect(readStatementMonth({ month: '2026-10' }, retired)).toEqual({ month: null, months: ['2026-09', '2026-08'] });
});

test.each([
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
])('%s ends with %s', (month, to) => {
  expect(daysOfMonth(month)).toEqual({ from: `${month}-01`, to });
});
