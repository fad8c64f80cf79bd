import { expect, test } from 'vitest';
import { readEventTime } from './receive.ts';

const now = Date.parse('2026-11-21T08:41:07.123Z');
const minute = 60_000;

test.each([
  ['a number', now - 5_000, now - 5_000],
  ['a number as text', String(now - 5_000), now - 5_000],
  ['an ISO instant', '2026-11-21T08:41:00Z', Date.parse('2026-11-21T08:41:00Z')],
  ['an instant with an offset', '2026-11-21T09:41:00+01:00', Date.parse('2026-11-21T08:41:00Z')],
  ['a fraction of a millisecond', now - 5_000.4, now - 5_000],
  ['a time long ago', Date.parse('2024-02-29T10:00:00Z'), Date.parse('2024-02-29T10:00:00Z')],
])('%s is accepted', (_, timestamp, at) => {
  expect(readEventTime(timestamp, now)).toBe(at);
});

test.each([4, 600])('a time %i minutes ahead is accepted: the clock of the desk may be slow', (minutes) => {
  expect(readEventTime(now + minutes * minute, now)).toBe(now + minutes * minute);
});

test.each([
  ['null', null],
  ['undefined', undefined],
  ['an empty text', ' '],
  ['a word', 'yesterday'],
  ['a time without a time zone', '2026-11-21T08:41:00'],
  ['a day', '2026-11-21'],
  ['zero', 0],
  ['a negative number', -now],
  ['seconds', Math.floor(now / 1_000)],
  ['microseconds', now * 1_000],
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['too many digits', '9'.repeat(400)],
  ['the last instant of the year 9999', '9999-12-31T23:59:59.999Z'],
  ['the last day of the year 9999', Date.parse('9999-12-31T00:00:00Z')],
  ['the year 10000', Date.parse('9999-12-31T23:59:59.999Z') + 1],
])('%s is invalid, and replaced by the time of receipt', (_, timestamp) => {
  expect(readEventTime(timestamp, now)).toBe(now);
});
