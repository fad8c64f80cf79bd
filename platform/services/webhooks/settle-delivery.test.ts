import { expect, test } from 'vitest';
import type { PostOutcome } from './post-event.ts';
import { retryDelaysSeconds } from './retry-schedule.ts';
import { settle } from './settle-delivery.ts';

const event = { type: 'GYM_CHECKIN', attempts: 0, attemptsBefore: 0 } as const;
const outcomeOf = (status: number | null): PostOutcome => (status === null ? { failure: 'no connection' } : { status });
const after = (attempts: number, status: number | null, attemptsBefore = 0) =>
  settle({ ...event, attempts, attemptsBefore }, { outcome: outcomeOf(status) }, retryDelaysSeconds);

test('an event that is never accepted has ten attempts: at once, and after nine intervals', () => {
  const waits = Array.from({ length: 9 }, (_, attempts) => after(attempts, 500));
  expect(waits.map((wait) => 'retryInSeconds' in wait && wait.retryInSeconds)).toEqual([
    5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
  ]);
  expect(after(9, 500)).toEqual({ state: 'FAILED' });
});

test('a resent event has the same attempts and intervals again', () => {
  expect(after(10, 500, 10)).toEqual({ state: 'QUEUED', retryInSeconds: 5 });
  expect(after(18, 500, 10)).toEqual({ state: 'QUEUED', retryInSeconds: 86_400 });
  expect(after(19, 500, 10)).toEqual({ state: 'FAILED' });
});

test.each([200, 201, 204, 299])('%i is a success', (status) => {
  expect(after(0, status)).toEqual({ state: 'DELIVERED' });
});

test.each([null, 100, 199, 300, 302, 400, 401, 404, 429, 500, 503])('%s is a failure, and retried', (status) => {
  expect(after(0, status)).toEqual({ state: 'QUEUED', retryInSeconds: 5 });
});

test('a receiver that returned 410 is not retried', () => {
  expect(after(0, 410)).toEqual({ state: 'FAILED' });
});

test('a test event has one attempt', () => {
  const tested = (status: number | null) =>
    settle({ ...event, type: 'TEST' }, { outcome: outcomeOf(status) }, retryDelaysSeconds);
  expect(tested(500)).toEqual({ state: 'FAILED' });
  expect(tested(null)).toEqual({ state: 'FAILED' });
  expect(tested(204)).toEqual({ state: 'DELIVERED' });
});
