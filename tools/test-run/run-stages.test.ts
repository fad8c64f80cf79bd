import { expect, test, vi } from 'vitest';
import { oneAfterTheOther, requiring, runStages } from './run-stages.ts';

const recorded = () => {
  const order: string[] = [];
  const step = (name: string, until: Promise<unknown> = Promise.resolve()) => ({
    name,
    run: async () => {
      order.push(`${name} begins`);
      await until;
      order.push(`${name} ends`);
      return { passed: 1, failed: 0 };
    },
  });
  return { order, step };
};

test('lanes of a stage run beside each other, steps of a lane and stages one after the other', async () => {
  const { order, step } = recorded();
  const { promise: short, resolve: endShort } = Promise.withResolvers<void>();
  const beside = {
    name: 'beside it',
    run: async () => {
      endShort();
      return { passed: 2, failed: 0 };
    },
  };
  const { counts } = await runStages([[[step('first')]], [[step('waits', short), step('after it')], [beside]]]);
  expect(order).toEqual([
    'first begins',
    'first ends',
    'waits begins',
    'waits ends',
    'after it begins',
    'after it ends',
  ]);
  expect(counts.map(({ passed }) => passed)).toEqual([1, 1, 1, 2]);
});

test.each([
  ['rejects', () => Promise.reject(new Error('no disk'))],
  [
    'throws',
    () => {
      throw new Error('no disk');
    },
  ],
])('a step that %s is one failure with its message, and the next step runs', async (_, run) => {
  const { order, step } = recorded();
  vi.spyOn(console, 'error').mockReturnValue();
  const broken = { name: 'broken', run };
  const { counts, took } = await runStages([[[broken, step('next')]]]);
  expect(counts[0]).toEqual({ passed: 0, failed: 1, notes: ['failed: no disk'] });
  expect(order).toEqual(['next begins', 'next ends']);
  expect(took.map((line) => line.replace(/^ +[\d.]+ s {2}|, \d+ core-seconds$/g, ''))).toEqual([
    'broken',
    'next',
    'for these together',
  ]);
});

test('a step that fails or throws ends its notes with its command, and one that passes has no note', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const command = 'npm run build';
  const failed = async () => ({ passed: 2, failed: 1, notes: ['failed: Firefox: sign in'] });
  const { counts } = await runStages([
    [
      [
        { name: 'fails', command, run: failed },
        { name: 'throws', command, run: () => Promise.reject(new Error('no disk')) },
        { name: 'passes', command, run: async () => ({ passed: 1, failed: 0 }) },
        { name: 'has a command for each test', run: failed },
      ],
    ],
  ]);
  expect(counts.map(({ notes }) => notes)).toEqual([
    ['failed: Firefox: sign in', '    again alone: npm run build'],
    ['failed: no disk', '    again alone: npm run build'],
    undefined,
    ['failed: Firefox: sign in'],
  ]);
});

test('a step that requires what an earlier one failed to make fails without running, and runs where it was made', async () => {
  const { order, step } = recorded();
  let isBuilt = false;
  const chaos = { ...step('chaos'), command: 'npm run chaos' };
  const needing = requiring(chaos, { isThere: () => isBuilt, otherwise: 'the desk is not built' });
  const { counts } = await runStages([[[needing]]]);
  const notes = ['failed: chaos, because the desk is not built', '    again alone: npm run chaos'];
  expect(counts).toEqual([{ passed: 0, failed: 1, notes }]);
  expect(order).toEqual([]);
  isBuilt = true;
  expect((await runStages([[[needing]]])).counts).toEqual([{ passed: 1, failed: 0 }]);
  expect(order).toEqual(['chaos begins', 'chaos ends']);
});

test('lanes become one on a machine that cannot hold several at once', () => {
  const { step } = recorded();
  const [a, b, c] = [step('a'), step('b'), step('c')];
  expect(oneAfterTheOther([[[a]], [[b], [c]]])).toEqual([[[a]], [[b, c]]]);
});
