import { expect, test } from 'vitest';
import { limitTo } from './in-turn.ts';

test('no more tasks run at a time than there are places, and all have their turn', async () => {
  const inTurn = limitTo(2);
  let running = 0;
  let most = 0;
  const task = (result: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (result % 3 === 0) throw new Error('failed');
    return result;
  };
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map((result) => inTurn(task(result))));
  expect(most).toBe(2);
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    false,
    true,
    true,
    false,
    true,
    true,
  ]);
});
