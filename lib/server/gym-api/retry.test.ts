import { expect, test } from 'vitest';
import { callOf, startNext } from '#lib/testing/gym-calls.ts';
import type { Reply } from './call.ts';
import { retry } from './retry.ts';

const lost = { ok: false, problem: { kind: 'unreachable', cause: 'brokenOff', code: 'ECONNRESET' } } as const;
const reset = { answer: lost, isReset: true };

test.each<[string, Partial<Reply<unknown>>[], object]>([
  ['and is answered then', [reset, {}], { ok: true }],
  ['and no third time', [reset, reset, {}], lost],
])('a look-up whose connection broke is asked once more, %s', async (_, replies, answer) => {
  const { calls, next } = startNext(() => replies.shift() ?? {});
  expect(await retry(next)(callOf())).toMatchObject({ answer });
  expect(calls).toHaveLength(2);
});

test.each([
  ['of what has effects', callOf({ operation: 'addRFIDToUser', parameters: { accountId: 'a-1' } }), reset],
  ['of a look-up whose time is over', callOf({}, { deadline: AbortSignal.abort() }), reset],
  ['of one that had no connection', callOf(), { answer: lost }],
])('an answer %s stands', async (_, call, reply) => {
  const { calls, next } = startNext(() => reply);
  expect(await retry(next)(call)).toMatchObject({ answer: lost });
  expect(calls).toHaveLength(1);
});
