import { expect, test } from 'vitest';
import { retryAfterMsOf } from './retry-after.ts';

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
  expect(retryAfterMsOf(answered(told), 3_600_000)).toBe(expected);
});

test.each([null, 'yesterday'])('a time of day tells nothing where the answer has no clock (%s)', (at) => {
  expect(retryAfterMsOf(answered('Fri, 20 Nov 2026 10:01:30 GMT', at), 3_600_000)).toBeNull();
});
