import { expect, test } from 'vitest';
import { formatDay, shownDay } from '#lib/wire/i18n/date-time-format.ts';
import { readTypedDay } from './typed-day.ts';

test.each([
  ['31.12.2026', '2026-12-31'],
  ['1.2.27', '2027-02-01'],
  ['31/12/2026', '2026-12-31'],
  [' 2026-12-31 ', '2026-12-31'],
  ['5 3 2027', '2027-03-05'],
  ['31122026', '2026-12-31'],
  ['311226', null],
  ['29.02.2027', null],
  ['12/31/2026', null],
  ['tomorrow', null],
  ['', null],
])('%j is read as %s', (text, day) => {
  expect(readTypedDay(text)).toBe(day);
});

test('a year of two digits is never after the last allowed day', () => {
  expect(readTypedDay('4.5.90', { latest: '2026-11-21' })).toBe('1990-05-04');
  expect(readTypedDay('4.5.26', { latest: '2026-11-21' })).toBe('2026-05-04');
  expect(readTypedDay('4.5.2090', { latest: '2026-11-21' })).toBe('2090-05-04');
});

test.each(['en-GB', 'de-DE'])('a day as formatted in %s is parsed again, for every month', (tag) => {
  for (let month = 1; month <= 12; month += 1) {
    const day = `2026-${String(month).padStart(2, '0')}-09`;
    expect(readTypedDay(formatDay(tag, day, shownDay), { tag })).toBe(day);
    expect(readTypedDay(formatDay(tag, day, { ...shownDay, month: 'long' }), { tag })).toBe(day);
  }
  expect(readTypedDay('9 Octember 2026', { tag })).toBeNull();
});

test.each([
  ['19.11.20', null],
  ['1/11/20', null],
  ['2026-11-1', null],
  ['19.11.2026', '2026-11-19'],
  ['1/11/2026', '2026-11-01'],
  ['19112026', '2026-11-19'],
  ['2026-11-19', '2026-11-19'],
  ['19 Nov 2026', '2026-11-19'],
])('while it is being typed, %j is read as %s', (text, day) => {
  expect(readTypedDay(text, { tag: 'en-GB', isBeingTyped: true })).toBe(day);
});
