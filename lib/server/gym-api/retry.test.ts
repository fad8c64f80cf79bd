import { expect, test } from 'vitest';
import { callOf, startNext } from '#lib/testing/gym-calls.ts';
import type { Reply } from './call.ts';
import { retry } from './retry.ts';

const lost = { ok: false, problem: { kind: 'unreachable', cause: 'brokenOff', code: 'ECONNRESET' } } as const;
const reset = { answer: lost, isReset: true };

test.each<[string, Partial<Reply<unknown>>[], object]>([
  ['with success', [reset, {}], { ok: true }],
  ['and not a third time', [reset, reset, {}], lost],
])('a look-up is retried once after a connection reset, %s', async (_, replies, answer) => {
  const { calls, next } = startNext(() => replies.shift() ?? {});
  expect(await retry(next)(callOf())).toMatchObject({ answer });
  expect(calls).toHaveLength(2);
});

test.each([
  ['of a write', callOf({ operation: 'addRFIDToUser', parameters: { accountId: 'a-1' } }), reset],
  ['of a look-up after its deadline', callOf({}, { deadline: AbortSignal.abort() }), reset],
  ['of a look-up that never connected', callOf(), { answer: lost }],
])('the failure %s is not retried', async (_, call, reply) => {
  const { calls, next } = startNext(() => reply);
  expect(await retry(next)(call)).toMatchObject({ answer: lost });
  expect(calls).toHaveLength(1);
});
