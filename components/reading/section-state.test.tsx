import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { ReadingState } from './section-state.tsx';

const say = (data: unknown, isError: boolean) =>
  textOf(render(<ReadingState of="tasks" reading={{ data, isError, refetch: async () => Promise.reject() }} />));

test('loaded data shows no state', () => {
  expect(say({}, false)).toBe('');
});

test('loading shows a notice', () => {
  expect(say(undefined, false)).toContain('Loading');
});

test('a failed read names the data and has a retry', () => {
  expect(say(undefined, true)).toMatch(/The tasks could not be loaded\. *Try again/);
});

test('a failed refetch names the data as possibly stale', () => {
  expect(say({}, true)).toMatch(/The tasks could not be loaded again and may be out of date\. *Try again/);
});
