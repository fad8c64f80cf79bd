import { expect, test } from 'vitest';
import { within } from './within.ts';

test('work that is done in time is handed on, also where it fails', async () => {
  expect(await within(60_000, 'A step', Promise.resolve('done'))).toBe('done');
  await expect(within(60_000, 'A step', Promise.reject(new Error('no such button')))).rejects.toThrow('no such button');
});

test('work that never ends is told by its name', async () => {
  await expect(within(10, 'A step', new Promise(() => {}))).rejects.toThrow('A step took longer than 0.01 s');
});
