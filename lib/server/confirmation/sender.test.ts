import { expect, test } from 'vitest';
import { createSender, type KeepClaim } from './sender.ts';

interface Row {
  id: string;
}
const never = new Promise<void>(() => {});

function senderOf(send: (row: Row, keepClaim: KeepClaim<string>) => Promise<void>) {
  const released: (readonly string[])[] = [];
  const sender = createSender<Row, string>({ send, releaseClaims: async (claims) => void released.push(claims) });
  return { sender, released };
}

test('a claim under way is released at a stop, even after a second job for its row found nothing to claim', async () => {
  let jobs = 0;
  const { sender, released } = senderOf(async ({ id }, keepClaim) => {
    jobs += 1;
    if (jobs > 1) return;
    await keepClaim(`claim of ${id}`);
    await never;
  });
  void sender.send({ id: 'a' });
  await sender.send({ id: 'a' });
  await sender.release();
  expect(released).toEqual([['claim of a']]);
});

test('the claim of an attempt that fails is released before its failure is reported, so that a retry can claim', async () => {
  const { sender, released } = senderOf(async ({ id }, keepClaim) => {
    await keepClaim(`claim of ${id}`);
    throw new Error('the transaction failed');
  });
  await expect(sender.send({ id: 'a' })).rejects.toThrow('the transaction failed');
  expect(released).toEqual([['claim of a']]);
  await sender.release();
  expect(released).toHaveLength(1);
});

test('a row that was sent, or that another process has claimed, is not released', async () => {
  const { sender, released } = senderOf(async ({ id }, keepClaim) => {
    if (id === 'claimed by another') return never;
    await keepClaim(id);
  });
  await sender.send({ id: 'sent' });
  void sender.send({ id: 'claimed by another' });
  await sender.release();
  expect(released).toEqual([]);
});

test('a claim that is made after the stop has begun is released at once, and nothing is sent', async () => {
  const claimed = Promise.withResolvers<void>();
  let mayGoOn: boolean | undefined;
  const { sender, released } = senderOf(async ({ id }, keepClaim) => {
    await claimed.promise;
    mayGoOn = await keepClaim(id);
  });
  const sending = sender.send({ id: 'late' });
  await sender.release();
  claimed.resolve();
  await sending;
  expect(released).toEqual([['late']]);
  expect(mayGoOn).toBe(false);
});
