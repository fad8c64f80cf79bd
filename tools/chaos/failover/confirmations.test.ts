import { expect, test } from 'vitest';
import type { WindowListener } from '#tools/chaos/window.ts';
import { listenForConfirmations } from './confirmations.ts';

const made = (tapId: string): Parameters<WindowListener>[0] => ({
  tell: 'made',
  tapId,
  kind: 'checkIn',
  accountId: 'somebody',
  happenedAt: 0,
});
const answered = (tapId: string, isConfirmed: boolean): Parameters<WindowListener>[0] => ({
  tell: 'answered',
  tapId,
  refusal: null,
  isConfirmed,
});

test('only a visit made after the call and confirmed by the platform ends the wait', async () => {
  const confirmations = listenForConfirmations();
  const heard: unknown[] = [];
  const listen = confirmations.beside((message) => heard.push(message));
  let isOver = false;
  listen(made('before'));
  const waiting = confirmations.awaitNext().then(() => {
    isOver = true;
  });
  listen(answered('before', true));
  listen(made('unsure'));
  listen(answered('unsure', false));
  listen(made('sure'));
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  listen(answered('sure', true));
  await waiting;
  expect(heard).toHaveLength(6);
});
