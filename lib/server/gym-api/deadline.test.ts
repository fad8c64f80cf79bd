import { expect, onTestFinished, test, vi } from 'vitest';
import { callOf, startNext } from '#lib/testing/gym-calls.ts';
import { deadline } from './deadline.ts';

test.each([
  ['a person', callOf(), 1_500],
  ['the ledger', callOf({ urgency: 'ledger' }), 8_000],
  ['background work', callOf({ urgency: 'background' }), 8_000],
  ['a request with its own timeout', callOf({ timeoutMs: 250 }), 250],
])('the deadline for %s', async (_, call, timeoutMs) => {
  const over = AbortSignal.abort();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over);
  onTestFinished(() => timeout.mockRestore());
  const { calls, next } = startNext();
  await deadline(next)(call);
  expect(timeout.mock.calls).toEqual([[timeoutMs]]);
  expect(calls).toEqual([{ ...call, deadline: over }]);
});
