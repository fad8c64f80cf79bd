import { expect, test, vi } from 'vitest';
import { callOf, refusal, startNext } from '#lib/testing/gym-calls.ts';
import type { GymAnswer } from './answer.ts';
import { pinging } from './ping.ts';
import { tryKey } from './try-key.ts';

const away = { ok: false, problem: { kind: 'timeout' } } as const;
const forbidden = refusal({});
const ofKey = refusal({ isOfKey: true });

test.each<[string, GymAnswer<void>, GymAnswer<void>]>([
  ['succeeds: it was about the request', { ok: true, value: undefined }, forbidden],
  ['answers that the key is unknown', refusal({ status: 401, errorCode: null }), ofKey],
  ['meets a page of a proxy', refusal({ status: 401, isPage: true }), refusal({ status: 401, isPage: true })],
  ['is refused as well', ofKey, ofKey],
  ['lacks the permission', refusal({ errorCode: 'missingPermission' }), forbidden],
  ['does not answer', away, away],
  ['fails', refusal({ status: 500, errorCode: null }), refusal({ status: 500, errorCode: null })],
])('a general 403, where the ping %s', async (_, proof, answer) => {
  const ping = vi.fn(async () => proof);
  const { next } = startNext(() => ({ answer: forbidden }));
  expect((await tryKey(ping)(next)(callOf({ urgency: 'ledger' }))).answer).toEqual(answer);
  expect(ping.mock.calls).toEqual([['ledger']]);
});

test.each([
  ['a success', { ok: true, value: 'done' } as const],
  ['another 403', refusal({ errorCode: 'missingPermission' })],
  ['a 403 of a proxy', refusal({ errorCode: null })],
  ['another refusal', refusal({ status: 409, errorCode: 'forbiddenAction' })],
  ['no answer', away],
])('%s does not cause a ping', async (_, answer) => {
  const ping = vi.fn();
  const { next } = startNext(() => ({ answer }));
  expect((await tryKey(ping)(next)(callOf())).answer).toEqual(answer);
  expect(ping).not.toHaveBeenCalled();
});

test('a refused ping is about the key, without a second ping', async () => {
  const ping = vi.fn();
  const { next } = startNext(() => ({ answer: forbidden }));
  const { operation, query } = pinging('interactive');
  expect((await tryKey(ping)(next)(callOf({ operation, query }))).answer).toEqual(ofKey);
  expect(ping).not.toHaveBeenCalled();
});
