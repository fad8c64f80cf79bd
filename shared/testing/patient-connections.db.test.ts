import { expect, test, vi } from 'vitest';
import { connectionTo, openClient } from '#shared/database/connection.ts';
import { longestWaitMs } from './limits.ts';

const limitOf = (connectWithinMs: number) => {
  const needs = { name: 'a test', connectWithinMs, longestAnswerMs: 1_000 };
  return connectionTo('postgres://127.0.0.1:1/none', needs).connectionTimeoutMillis;
};

test('in tests with a database, programs wait for a connection as long as a test does, except for a limit of less than a second', () => {
  expect([limitOf(5_000), limitOf(10)]).toEqual([longestWaitMs, 10]);
  expect(vi.isMockFunction(openClient)).toBe(true);
});
