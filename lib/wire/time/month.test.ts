import { expect, test } from 'vitest';
import { addMonths, clampDay, dayByKey, isDay, weeksOf } from './month.ts';

const monday = 1;
const sunday = 7;

test('a month is shown as whole weeks, which start by locale', () => {
  const november = weeksOf('2026-11', monday);
  expect(november).toHaveLength(6);
  expect([november[0]?.[0], november[0]?.[6], november.at(-1)?.[6]]).toEqual([
    '2026-10-26',
    '2026-11-01',
    '2026-12-06',
  ]);
  expect(weeksOf('2026-11', sunday)[0]?.[0]).toBe('2026-11-01');
  expect(weeksOf('2027-02', monday)).toHaveLength(4);
});

test('months follow one another over the turn of the year', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});

test.each([
  ['ArrowLeft', false, '2026-10-31'],
  ['ArrowRight', false, '2026-11-02'],
  ['ArrowUp', false, '2026-10-25'],
  ['ArrowDown', false, '2026-11-08'],
  ['Home', false, '2026-10-26'],
  ['End', false, '2026-11-01'],
  ['PageUp', false, '2026-10-01'],
  ['PageDown', false, '2026-12-01'],
  ['PageUp', true, '2025-11-01'],
  ['PageDown', true, '2027-11-01'],
  ['Enter', false, null],
])('%s (with Shift: %s) leads to %s', (key, isShift, day) => {
  expect(dayByKey(key, isShift, '2026-11-01', monday)).toBe(day);
});

test('a month later never leaves out a short month', () => {
  expect(dayByKey('PageDown', false, '2027-01-31', monday)).toBe('2027-02-28');
});

test('a day is clamped to the allowed range', () => {
  expect(clampDay('2026-01-01', '2026-11-21', '2050-12-31')).toBe('2026-11-21');
  expect(clampDay('2051-01-01', '2026-11-21', '2050-12-31')).toBe('2050-12-31');
  expect(clampDay('2027-01-01', '2026-11-21', '2050-12-31')).toBe('2027-01-01');
});

test('a valid day exists in the calendar and is written in full', () => {
  expect(['2026-12-31', '2026-02-29', '2026-1-1', '31.12.2026', ''].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
