import { expect, test } from 'vitest';
import { limitDrawing } from './limit-drawing.ts';

test('at most two pictures are processed concurrently, and all are processed, even after a failure', async () => {
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
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map((result) => limitDrawing(task(result))));
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
