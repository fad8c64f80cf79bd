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
])('%s is believed', (_, timestamp, at) => {
  expect(readEventTime(timestamp, now)).toBe(at);
});

test.each([4, 600])(
  'a clock that is fast by %i minutes is told as it was: it may be right, and the desk’s slow',
  (minutes) => {
    expect(readEventTime(now + minutes * minute, now)).toBe(now + minutes * minute);
  },
);

test.each([
  ['nothing', null],
  ['nothing at all', undefined],
  ['an empty text', ' '],
  ['a word', 'yesterday'],
  ['zero', 0],
  ['a negative number', -now],
  ['seconds', Math.floor(now / 1_000)],
  ['microseconds', now * 1_000],
  ['a number that is none', Number.NaN],
  ['endlessness', Number.POSITIVE_INFINITY],
  ['a long row of digits', '9'.repeat(400)],
  ['the last instant of the calendar', '9999-12-31T23:59:59.999Z'],
  ['the last day of it', Date.parse('9999-12-31T00:00:00Z')],
  ['later than any calendar', Date.parse('9999-12-31T23:59:59.999Z') + 1],
])('%s is no time: it happened when it was told', (_, timestamp) => {
  expect(readEventTime(timestamp, now)).toBe(now);
});
