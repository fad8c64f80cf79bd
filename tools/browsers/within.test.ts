import { expect, test } from 'vitest';
import { within } from './within.ts';

test('the result or error of work within the time limit is passed on', async () => {
  expect(await within(60_000, 'A step', Promise.resolve('done'))).toBe('done');
  await expect(within(60_000, 'A step', Promise.reject(new Error('no such button')))).rejects.toThrow('no such button');
});

test('work that exceeds its time limit is reported by name', async () => {
  await expect(within(10, 'A step', new Promise(() => {}))).rejects.toThrow('A step took longer than 0.01 s');
});
