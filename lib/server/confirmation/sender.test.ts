import { expect, test } from 'vitest';
import { createSender } from './sender.ts';

test('what is being sent is released at a stop, also where a second job of it found nothing to do', async () => {
  const released: string[][] = [];
  const never = new Promise<void>(() => {});
  let jobs = 0;
  const sender = createSender<{ id: string }>({
    idOf: ({ id }) => id,
    send: () => {
      jobs += 1;
      return jobs === 1 ? never : Promise.resolve();
    },
    releaseClaims: async (ids) => released.push(ids),
  });
  void sender.send({ id: 'a' });
  await sender.send({ id: 'a' });
  await sender.release();
  expect(released).toEqual([['a']]);
});

test('what was sent is not released', async () => {
  const released: string[][] = [];
  const sender = createSender<{ id: string }>({
    idOf: ({ id }) => id,
    send: async () => {},
    releaseClaims: async (ids) => released.push(ids),
  });
  await sender.send({ id: 'a' });
  await sender.release();
  expect(released).toEqual([]);
});
