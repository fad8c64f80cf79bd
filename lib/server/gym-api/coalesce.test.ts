import { expect, test } from 'vitest';
import { callOf, startNext } from '#lib/testing/gym-calls.ts';
import { coalesce } from './coalesce.ts';

test('identical look-ups in flight share one request, with the time and the id of the first', async () => {
  const { calls, next } = startNext();
  const ask = coalesce()(next);
  const [first, shared] = [callOf({}, { askedAt: new Date(1) }), callOf({}, { askedAt: new Date(2) })];
  const replies = await Promise.all([ask(first), ask(shared)]);
  expect(calls).toEqual([first]);
  for (const reply of replies) expect(reply).toMatchObject({ askedAt: new Date(1), wire: first.wire });
  await ask(callOf());
  expect(calls).toHaveLength(2);
});

test.each([
  ['of another urgency', callOf({ urgency: 'background' })],
  ['for something else', callOf({ parameters: { rfid: '0x04A3' } })],
  ['that asks to be fresh', callOf({ isFresh: true })],
  ['that has effects', callOf({ operation: 'addRFIDToUser', parameters: { accountId: 'a-1' } })],
])('a request %s is sent on its own', async (_, other) => {
  const { calls, next } = startNext();
  const ask = coalesce()(next);
  await Promise.all([ask(callOf()), ask(other)]);
  expect(calls).toHaveLength(2);
});

test('a failed request is not shared with later callers', async () => {
  const failing = coalesce()(() => Promise.reject(new Error('a slip of ours')));
  await expect(failing(callOf())).rejects.toThrow('a slip');
  await expect(failing(callOf())).rejects.toThrow('a slip');
});
