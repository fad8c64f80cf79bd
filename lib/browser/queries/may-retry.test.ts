import { expect, test } from 'vitest';
import { ReadError, requireRoom } from '#lib/browser/base/ask-desk.ts';
import { mayRetry } from './may-retry.ts';

const failed = (status: number) =>
  new ReadError(status, { code: 'unexpected', message: '', requestId: 'r', retryable: false });
function busyError(): Error {
  try {
    requireRoom(new Response(null, { status: 503, headers: { 'retry-after': '2' } }));
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('A busy desk is no error.');
}

test.each([
  ['a desk that was not reached', new TypeError('Failed to fetch'), [true, false, false]],
  ['a desk that failed', failed(500), [true, false, false]],
  ['a refusal', failed(403), [false, false, false]],
  ['a busy desk', busyError(), [true, true, true]],
])('a read of %s is retried as often as it may succeed', (_, error, expected) => {
  expect([0, 1, 9].map((failures) => mayRetry(1)(failures, error))).toEqual(expected);
});
