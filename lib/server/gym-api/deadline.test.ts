import { expect, test, vi } from 'vitest';
import { callOf, startNext } from '#lib/testing/gym-calls.ts';
import { deadline, endOf } from './deadline.ts';

test.each([
  ['a person', callOf(), 1_500],
  ['the ledger', callOf({ urgency: 'ledger' }), 8_000],
  ['background work', callOf({ urgency: 'background' }), 8_000],
  ['a request with its own timeout', callOf({ timeoutMs: 250 }), 250],
])('the deadline for %s', async (_, call, timeoutMs) => {
  const over = AbortSignal.abort();
  const start = vi.fn(() => over);
  const { calls, next } = startNext();
  await deadline(start)(next)(call);
  expect(start.mock.calls).toEqual([[timeoutMs]]);
  expect(calls).toEqual([{ ...call, deadline: over }]);
});

test('the end of a deadline is told once it has come, also if it came before', async () => {
  const ending = new AbortController();
  const told = vi.fn();
  const end = endOf(ending.signal).then(told);
  await endOf(AbortSignal.abort());
  expect(told).not.toHaveBeenCalled();
  ending.abort();
  await end;
  expect(told).toHaveBeenCalledOnce();
});
