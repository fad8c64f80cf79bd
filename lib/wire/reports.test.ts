import { expect, test } from 'vitest';
import { longestReportDays, quickPeriodsOn, readPeriod } from './reports.ts';

const usual = { from: '2026-10-30', to: '2026-11-26' };

test('an address without a period shows the usual one, and one with a period that one', () => {
  expect(readPeriod({}, usual)).toEqual({ period: usual, mistake: null });
  const asked = { from: '2024-02-29', to: '2024-02-29' };
  expect(readPeriod({ ...asked, other: 'x' }, usual)).toEqual({ period: asked, mistake: null });
});

test.each([
  ['of letters', { from: 'then', to: 'now' }, 'unreadable'],
  ['that is empty', { from: '', to: '' }, 'unreadable'],
  ['without a first day', { to: '2026-11-26' }, 'unreadable'],
  ['without a last day', { from: '2026-11-26' }, 'unreadable'],
  ['with a day that does not exist', { from: '2026-02-29', to: '2026-03-01' }, 'unreadable'],
  ['with a day named twice', { from: ['2026-11-01', '2026-11-02'], to: '2026-11-26' }, 'unreadable'],
  ['whose last day is first', { from: '2026-11-26', to: '2026-11-25' }, 'beforeFirst'],
  ['that is far too long', { from: '0001-01-01', to: '9999-12-31' }, 'tooLong'],
] as const)('a period %s is none, and the page says why', (_, asked, mistake) => {
  expect(readPeriod(asked, usual)).toEqual({ period: usual, mistake });
});

test('the longest period is three years', () => {
  expect(longestReportDays).toBe(1096);
  expect(readPeriod({ from: '2024-01-01', to: '2026-12-31' }, usual).mistake).toBeNull();
  expect(readPeriod({ from: '2023-12-31', to: '2026-12-31' }, usual).mistake).toBe('tooLong');
});

test('predefined weeks and twelve months end yesterday; months are whole', () => {
  expect(quickPeriodsOn('2024-03-01')).toEqual({
    last4Weeks: { from: '2024-02-02', to: '2024-02-29' },
    last12Weeks: { from: '2023-12-08', to: '2024-02-29' },
    thisMonth: { from: '2024-03-01', to: '2024-03-31' },
    lastMonth: { from: '2024-02-01', to: '2024-02-29' },
    last12Months: { from: '2023-03-01', to: '2024-02-29' },
  });
});
