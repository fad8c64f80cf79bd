import { UnrecognizedActionError } from 'next/dist/client/components/unrecognized-action-error.js';
import { expect, test } from 'vitest';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { callAction } from './call-action.ts';

const refused: ActionResult<number> = {
  ok: false,
  error: { code: 'conflict', message: '', requestId: 'r', retryable: false },
};

test.each([{ ok: true, value: 7 } as const, refused])(
  'an answer of the desk is returned unchanged: %o',
  async (answer) => {
    expect(await callAction(async () => answer)).toBe(answer);
  },
);

test.each([
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'is replaced by another server',
    () => Promise.reject(new Error('An unexpected response was received from the server.')),
  ],
  [
    'cannot be sent the input',
    () => {
      throw new Error('The file cannot be read.');
    },
  ],
])('a desk that %s results in a retryable error without a request id', async (_, call) => {
  const answer = await callAction(call);
  expect(answer).toMatchObject({ ok: false, error: { code: 'deskUnreachable', retryable: true, requestId: '' } });
});

test('an outdated page is distinguished from an unreachable desk, because a retry does not help', async () => {
  const answer = await callAction(() => Promise.reject(new UnrecognizedActionError('not found on the server')));
  expect(answer).toMatchObject({ ok: false, error: { code: 'pageOutdated', retryable: false } });
});
