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

test('a clock that is a little fast is believed as far as the present', () => {
  expect(readEventTime(now + 4 * minute, now)).toBe(now);
});

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
  ['the future', now + 6 * minute],
])('%s is no time: it happened when it was told', (_, timestamp) => {
  expect(readEventTime(timestamp, now)).toBe(now);
});
