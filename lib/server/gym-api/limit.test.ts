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
    enterIfFree: async () => {
      told.push('enter if free');
      return hasPlace;
    },
    leave: (remaining) => void told.push(['leave', remaining]),
    giveBack: () => void told.push('given back'),
  };
  const meter: GymClientMeter = {
    queue: () => () => void told.push('out of the queue'),
    ask: () => (problem) => void told.push(['ended', problem]),
    refuse: (operation) => void told.push(['refused', operation]),
  };
  return { told, use: limit({ rateLimiter, now: () => 0, meter }) };
}

test('a place is released with the answer, and with its remaining limit', async () => {
  const { told, use } = startLimit(true);
  const { next } = startNext(({ wire }) => {
    wire.remaining = 7;
    return {};
  });
  expect(await use(next)(callOf())).toMatchObject({ answer: { ok: true } });
  expect(told).toEqual([['enter', 'interactive'], 'out of the queue', ['leave', 7], ['ended', null]]);
});

test('without a place before the deadline, nothing is sent', async () => {
  const { told, use } = startLimit(false);
  const { calls, next } = startNext();
  expect(await use(next)(callOf())).toMatchObject({ answer: { ok: false, problem: { kind: 'busy' } } });
  expect(calls).toEqual([]);
  expect(told).toEqual([['enter', 'interactive'], 'out of the queue', ['refused', 'getByRfid']]);
});

test('a spare request takes a place that is free, and waits for none', async () => {
  const free = startLimit(true);
  expect(await free.use(startNext().next)(callOf({ isSpare: true }))).toMatchObject({ answer: { ok: true } });
  expect(free.told).toEqual(['enter if free', ['leave', null], ['ended', null]]);
  const full = startLimit(false);
  const { calls, next } = startNext();
  const { answer } = await full.use(next)(callOf({ isSpare: true }));
  expect({ answer, calls, told: full.told }).toEqual({
    answer: { ok: false, problem: { kind: 'busy' } },
    calls: [],
    told: ['enter if free'],
  });
});

test.each([
  ['a refusal', { answer: refusal({}) }, refusal({}).problem],
  ['a broken connection', { answer: refusal({}), isReset: true }, 'reset'],
])('%s is metered with its result', async (_, reply, problem) => {
  const { told, use } = startLimit(true);
  await use(startNext(() => reply).next)(callOf());
  expect(told.at(-1)).toEqual(['ended', problem]);
});

test('an exception releases the place', async () => {
  const rateLimiter = { enter: async () => true, enterIfFree: async () => true, leave: vi.fn(), giveBack: () => {} };
  const broken = limit({ rateLimiter, now: () => 0 })(() => Promise.reject(new Error('a slip of ours')));
  await expect(broken(callOf())).rejects.toThrow('a slip');
  expect(rateLimiter.leave.mock.calls).toEqual([[null]]);
});

test('requests that queued when their operation was refused are not sent, and their places go to others', async () => {
  const admitted = Promise.withResolvers<boolean>();
  const giveBack = vi.fn();
  const enter = vi.fn().mockResolvedValueOnce(true).mockReturnValueOnce(admitted.promise).mockResolvedValueOnce(true);
  const refuse = vi.fn();
  const meter = { queue: () => () => {}, ask: () => () => {}, refuse };
  const use = limit({ rateLimiter: { enter, enterIfFree: enter, leave: () => {}, giveBack }, now: () => 0, meter });
  const { calls, next } = startNext(({ request, wire }) => {
    wire.operationWaitMs = request.operation === 'getByRfid' ? 30_000 : 0;
    return {};
  });
  const [first, queued] = [use(next)(callOf()), use(next)(callOf())];
  await first;
  admitted.resolve(true);
  expect(await queued).toMatchObject({ answer: { ok: false, problem: { kind: 'busy' } } });
  expect([calls.length, giveBack.mock.calls.length, refuse.mock.calls]).toEqual([1, 1, [['getByRfid']]]);
  expect(await use(next)(callOf({ operation: 'listAccounts' }))).toMatchObject({ answer: { ok: true } });
});
