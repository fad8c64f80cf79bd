import { expect, test } from 'vitest';
import { generateDemoChain } from '#platform/simulator/demo-chain.ts';
import { inventWholeDemo } from './whole-demo.ts';

test('the process serves others while a demo is generated, which is the same as one generated at once', async () => {
  const now = new Date('2026-11-21T09:41:07.000Z');
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  count();
  const whole = await inventWholeDemo(now);
  isDone = true;
  expect(turns).toBeGreaterThan(5);
  const { visits, admissions, ...rest } = generateDemoChain({ seed: 1, now });
  expect(whole).toMatchObject(rest);
  expect(whole.visits.slice(-visits.length)).toEqual(visits);
  expect(whole.admissions.slice(-admissions.length)).toEqual(admissions);
  const known = whole.visits.reduce((sum, { checkedOutAt }) => sum + (checkedOutAt ? 2 : 1), 0);
  expect(JSON.parse(whole.visitKeys)).toHaveLength(known);
});
