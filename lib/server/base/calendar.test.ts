import { expect, test } from 'vitest';
import { isBirthday, readDay, readInstant, startOfMonth } from './calendar.ts';

const at = (instant: string) => Date.parse(instant);

test('a month begins with its first local day', () => {
  expect(startOfMonth(at('2026-06-30T22:30:00Z'), 'Europe/Berlin')).toEqual(new Date('2026-06-30T22:00:00Z'));
  expect(startOfMonth(at('2026-03-31T12:00:00Z'), 'Europe/Berlin')).toEqual(new Date('2026-02-28T23:00:00Z'));
});

test.each([
  ['1990-11-21', '2026-11-21', true],
  ['1990-11-21', '2026-11-20', false],
  ['1992-02-29', '2027-02-28', true],
  ['1992-02-29', '2027-03-01', false],
  ['1992-02-29', '2028-02-28', false],
  ['1992-02-29', '2028-02-29', true],
])('born on %s, birthday on %s: %s', (born, today, isOne) => {
  expect(isBirthday(born, today)).toBe(isOne);
});

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-28T00:00:00Z', '2026-02-28'],
  ['0001-01-01', '0001-01-01'],
  ['9999-12-31T23:59:59-05:00', '9999-12-31'],
  ['0000-12-31', null],
  ['10000-01-01', null],
  ['2026-02-30', null],
  ['28.02.2026', null],
  ['', null],
  [undefined, null],
])('the day %s is read as %s', (text, day) => {
  expect(readDay(text)).toBe(day);
});

test.each([
  ['2026-02-28T10:00:00.000+0000', '2026-02-28T10:00:00.000Z'],
  ['2026-02-28T10:00:00+01:00', '2026-02-28T09:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['9999-12-31T23:59:59-05:00', undefined],
  ['+010000-01-01T00:00:00Z', undefined],
  ['0001-01-01T00:00:00Z', undefined],
  ['0001-01-01T00:00:00+01:00', undefined],
  ['2026-02-28T10:00:00', undefined],
  ['soon', undefined],
  [null, undefined],
])('the instant %s is read as %s', (text, instant) => {
  expect(readInstant(text)?.toISOString()).toBe(instant);
});
