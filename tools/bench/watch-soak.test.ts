import { expect, test } from 'vitest';
import { readHeaps } from './watch-soak.ts';

test('a program that does not tell of a collection costs no figure of another', async () => {
  const read = async (pid: number) => {
    if (pid === 1) throw new Error('There is no file.');
    return 42;
  };
  expect(await readHeaps({ 'the desk': 1, 'the platform': 2 }, { read })).toEqual({
    told: [['the platform', 42]],
    missed: 1,
  });
});
