import { expect, test } from 'vitest';
import { isBirthday, readDay, readEdge, readInstant, startOfMonth } from './calendar.ts';

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

test.each([
  ['2026-12-31', 'Europe/Berlin', '2026-12-30T23:00:00.000Z', '2026-12-31T22:59:59.000Z'],
  ['2026-12-31T23:59:59', 'Europe/Berlin', '2026-12-30T23:00:00.000Z', '2026-12-31T22:59:59.000Z'],
  ['2026-12-31 00:00:00', 'Pacific/Auckland', '2026-12-30T11:00:00.000Z', '2026-12-31T10:59:59.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.000Z'],
  ['2026-12-31T10:00:00Z', 'Europe/Berlin', '2026-12-31T10:00:00.000Z', '2026-12-31T10:00:00.000Z'],
  ['2026-12-31T10:00:00+0100', 'UTC', '2026-12-31T09:00:00.000Z', '2026-12-31T09:00:00.000Z'],
  ['9999-12-31', 'UTC', '9999-12-31T00:00:00.000Z', '9999-12-31T23:59:59.000Z'],
  ['9999-12-31', 'America/New_York', '9999-12-31T05:00:00.000Z', undefined],
  ['9999-12-31T23:59:59-05:00', 'UTC', undefined, undefined],
  ['0001-01-01', 'UTC', undefined, undefined],
  ['2026-02-30', 'UTC', undefined, undefined],
  ['31.12.2026', 'UTC', undefined, undefined],
  ['', 'UTC', undefined, undefined],
  [null, 'UTC', undefined, undefined],
])('%s in %s begins at %s and ends at %s', (text, timeZone, first, last) => {
  expect(readEdge(text, { edge: 'first', timeZone })?.toISOString()).toBe(first);
  expect(readEdge(text, { edge: 'last', timeZone })?.toISOString()).toBe(last);
});
