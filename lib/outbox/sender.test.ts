import { expect, test } from 'vitest';
import { createSender } from './sender.ts';

test('what is being sent is given back at a stop, also where a second job of it found nothing to do', async () => {
  const givenBack: string[][] = [];
  const never = new Promise<void>(() => {});
  let jobs = 0;
  const sender = createSender<{ id: string }>({
    idOf: ({ id }) => id,
    send: () => {
      jobs += 1;
      return jobs === 1 ? never : Promise.resolve();
    },
    releaseClaims: async (ids) => givenBack.push(ids),
  });
  void sender.send({ id: 'a' });
  await sender.send({ id: 'a' });
  await sender.release();
  expect(givenBack).toEqual([['a']]);
});

test('what was sent is not given back', async () => {
  const givenBack: string[][] = [];
  const sender = createSender<{ id: string }>({
    idOf: ({ id }) => id,
    send: async () => {},
    releaseClaims: async (ids) => givenBack.push(ids),
  });
  await sender.send({ id: 'a' });
  await sender.release();
  expect(givenBack).toEqual([]);
});
