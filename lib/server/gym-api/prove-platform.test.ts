import { expect, test, vi } from 'vitest';
import { callOf, refusal, startNext } from '#lib/testing/gym-calls.ts';
import type { GymAnswer } from './answer.ts';
import { type LimitHabits, provePlatform } from './prove-platform.ts';

const there: GymAnswer<void> = { ok: true, value: undefined };
const away: GymAnswer<void> = { ok: false, problem: { kind: 'timeout' } };
const unreadable = { ok: false, problem: { kind: 'unreadable', isPage: false } };

function habitsOf({
  telling = [],
  untelling = [],
}: {
  telling?: 'getByRfid'[];
  untelling?: ('getByRfid' | 'listAccounts')[];
}) {
  const habits: LimitHabits = { telling: new Set(telling), untelling: new Set(untelling) };
  return habits;
}

async function prove(habits: LimitHabits, proof: GymAnswer<void>, tellsLimit = false) {
  const ping = vi.fn(async () => proof);
  const { next } = startNext(({ wire }) => {
    wire.tellsLimit = tellsLimit;
    return {};
  });
  const { answer } = await provePlatform(habits, ping)(next)(callOf());
  return { answer, pings: ping.mock.calls.length };
}

test('a success that tells the limit is one', async () => {
  expect(await prove(habitsOf({}), away, true)).toMatchObject({ answer: { ok: true }, pings: 0 });
});

test('one that does not is one where a list comes, and the next needs no proof', async () => {
  const habits = habitsOf({});
  expect(await prove(habits, there)).toMatchObject({ answer: { ok: true }, pings: 1 });
  expect(await prove(habits, away)).toMatchObject({ answer: { ok: true }, pings: 0 });
});

test('it is none where no list comes', async () => {
  expect(await prove(habitsOf({}), away)).toEqual({ answer: unreadable, pings: 1 });
});

test('where the limit was told before it is in doubt once, although a list comes', async () => {
  const habits = habitsOf({ telling: ['getByRfid'] });
  expect(await prove(habits, there)).toEqual({ answer: unreadable, pings: 1 });
  expect(await prove(habits, there)).toMatchObject({ answer: { ok: true }, pings: 1 });
});

test('where no answer of the platform tells it, it is not in doubt', async () => {
  const habits = habitsOf({ telling: ['getByRfid'], untelling: ['listAccounts'] });
  expect(await prove(habits, there)).toMatchObject({ answer: { ok: true }, pings: 1 });
});

test('a failure needs no proof', async () => {
  const ping = vi.fn();
  const { next } = startNext(() => ({ answer: refusal({}) }));
  expect((await provePlatform(habitsOf({}), ping)(next)(callOf())).answer).toEqual(refusal({}));
  expect(ping).not.toHaveBeenCalled();
});
