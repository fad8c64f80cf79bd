import { expect, test, vi } from 'vitest';
import { callOf, startNext } from '#lib/testing/gym-calls.ts';
import { deadline } from './deadline.ts';

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
