import { expect, test } from 'vitest';
import { orUnreachable } from './or-unreachable.ts';

test('an answer stays as it is', async () => {
  expect(await orUnreachable(Promise.resolve({ ok: true, value: 7 }))).toEqual({ ok: true, value: 7 });
});

test('a desk that cannot be reached is an error that may be tried again', async () => {
  const answer = await orUnreachable(Promise.reject(new TypeError('Failed to fetch')));
  expect(answer).toMatchObject({ ok: false, error: { code: 'deskUnreachable', retryable: true } });
});
