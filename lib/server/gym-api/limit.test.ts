import { expect, test, vi } from 'vitest';
import { callOf, refusal, startNext } from '#lib/testing/gym-calls.ts';
import { type GymClientMeter, limit } from './limit.ts';
import type { RateLimiter } from './rate-limiter.ts';

function startLimit(hasPlace: boolean) {
  const told: unknown[] = [];
  const rateLimiter: RateLimiter = {
    enter: async (urgency) => {
      told.push(['enter', urgency]);
      return hasPlace;
    },
    leave: (remaining) => void told.push(['leave', remaining]),
  };
  const meter: GymClientMeter = {
    queue: () => () => void told.push('out of the queue'),
    ask: () => (problem) => void told.push(['ended', problem]),
    refuse: (operation) => void told.push(['refused', operation]),
  };
  return { told, use: limit(rateLimiter, meter) };
}

test('a place is given back once the answer is there, with what that says is left', async () => {
  const { told, use } = startLimit(true);
  const { next } = startNext(({ wire }) => {
    wire.remaining = 7;
    return {};
  });
  expect(await use(next)(callOf())).toMatchObject({ answer: { ok: true } });
  expect(told).toEqual([['enter', 'interactive'], 'out of the queue', ['leave', 7], ['ended', null]]);
});

test('without a place until the deadline nothing is sent', async () => {
  const { told, use } = startLimit(false);
  const { calls, next } = startNext();
  expect(await use(next)(callOf())).toMatchObject({ answer: { ok: false, problem: { kind: 'busy' } } });
  expect(calls).toEqual([]);
  expect(told).toEqual([['enter', 'interactive'], 'out of the queue', ['refused', 'getByRfid']]);
});

test.each([
  ['a refusal', { answer: refusal({}) }, refusal({}).problem],
  ['a connection that broke', { answer: refusal({}), isReset: true }, 'reset'],
])('%s is counted as what it is', async (_, reply, problem) => {
  const { told, use } = startLimit(true);
  await use(startNext(() => reply).next)(callOf());
  expect(told.at(-1)).toEqual(['ended', problem]);
});

test('a slip of ours does not keep the place', async () => {
  const rateLimiter = { enter: async () => true, leave: vi.fn() };
  const broken = limit(rateLimiter)(() => Promise.reject(new Error('a slip of ours')));
  await expect(broken(callOf())).rejects.toThrow('a slip');
  expect(rateLimiter.leave.mock.calls).toEqual([[null]]);
});
