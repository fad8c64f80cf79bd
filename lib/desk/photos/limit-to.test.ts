import { expect, test } from 'vitest';
import { limitTo } from './limit-to.ts';

test.each([1, 2, 5])(
  'at most %i tasks run at a time, and each has its turn, also after one that failed',
  async (places) => {
    const inTurn = limitTo(places);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const run = (number: number) =>
      inTurn(async () => {
        running += 1;
        most = Math.max(most, running);
        order.push(number);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (number % 3 === 0) throw new Error('failed');
        return number;
      });
    const numbers = Array.from({ length: 12 }, (_, index) => index);
    const results = await Promise.allSettled(numbers.map(run));
    expect(most).toBe(places);
    expect(order).toEqual(numbers);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  },
);
