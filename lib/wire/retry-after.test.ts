import { expect, test } from 'vitest';
import { retryAfterMsIn } from './retry-after.ts';

const date = 'Fri, 20 Nov 2026 10:00:00 GMT';
const answered = (told: string | null, at: string | null = date) =>
  new Response(null, {
    status: 429,
    headers: { ...(told !== null && { 'retry-after': told }), ...(at !== null && { date: at }) },
  });

test.each<[string, string | null, number | null]>([
  ['seconds', '90', 90_000],
  ['no time at all', '0', 0],
  ['a time of day, by the clock of the same answer', 'Fri, 20 Nov 2026 10:01:30 GMT', 90_000],
  ['more than anybody waits', '99999999999999999999', 3_600_000],
  ['a day of the next century', 'Sat, 20 Nov 2126 10:00:00 GMT', 3_600_000],
  ['a time of day that is over', 'Fri, 20 Nov 2026 09:59:59 GMT', null],
  ['nothing', null, null],
  ['an empty text', '', null],
  ['a word', 'soon', null],
  ['a negative number', '-5', null],
  ['a fraction', '5.5', null],
  ['a date of another notation', '2026-11-20T10:01:30Z', null],
])('%s', (_, told, expected) => {
  expect(retryAfterMsIn(answered(told).headers, { mostMs: 3_600_000 })).toBe(expected);
});

test.each([null, 'yesterday'])('a time of day tells nothing where the answer has no clock (%s)', (at) => {
  expect(retryAfterMsIn(answered('Fri, 20 Nov 2026 10:01:30 GMT', at).headers, { mostMs: 3_600_000 })).toBeNull();
});

const wrongClock = () => Date.parse('2026-11-20T15:00:00Z');

test('a time of day is by the clock of the answer, whatever the own one shows', () => {
  const { headers } = answered('Fri, 20 Nov 2026 10:01:30 GMT');
  expect(retryAfterMsIn(headers, { mostMs: 3_600_000, ownNow: wrongClock })).toBe(90_000);
});

test.each([null, 'yesterday'])('the own clock stands in for that of an answer that has none (%s)', (at) => {
  const ownNow = () => Date.parse('2026-11-20T10:01:00Z');
  const { headers } = answered('Fri, 20 Nov 2026 10:01:30 GMT', at);
  expect(retryAfterMsIn(headers, { mostMs: 3_600_000, ownNow })).toBe(30_000);
});
