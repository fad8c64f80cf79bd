import { expect, test } from 'vitest';
import { createSender } from './sender.ts';

test('a row under way is released at a stop, even after a second job for it found nothing to do', async () => {
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

test('a row that was sent is not released', async () => {
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
