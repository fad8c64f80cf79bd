import { createRequire } from 'node:module';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { deadlock } from '#shared/database/database-error.ts';
import { repeatAfterDeadlock } from './repeat-after-deadlock.ts';

/** The class as another module cache of a built desk has it. */
const other: typeof import('drizzle-orm/errors') = createRequire(import.meta.url)('drizzle-orm/errors');

const refusalOf = (code: string) => Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code });

test('the other copy is another class', () => {
  expect(new other.DrizzleQueryError('', [])).not.toBeInstanceOf(DrizzleQueryError);
});

test.each([
  ['the class of this module cache', DrizzleQueryError],
  ['the class of another module cache', other.DrizzleQueryError],
])('a transaction that PostgreSQL ended for another one runs once more: wrapped in %s', async (_, Wrapper) => {
  const run = vi.fn(async () => 'done');
  run.mockRejectedValueOnce(new Wrapper('delete', [], refusalOf(deadlock)));
  expect(await repeatAfterDeadlock(run)).toBe('done');
  expect(run).toHaveBeenCalledTimes(2);
});

test('any other failure is thrown at once', async () => {
  const failed = new other.DrizzleQueryError('delete', [], refusalOf('23503'));
  const run = vi.fn(() => Promise.reject(failed));
  await expect(repeatAfterDeadlock(run)).rejects.toBe(failed);
  expect(run).toHaveBeenCalledTimes(1);
});
