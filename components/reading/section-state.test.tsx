import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { ReadingState } from './section-state.tsx';

const say = (data: unknown, isError: boolean) =>
  textOf(render(<ReadingState of="tasks" reading={{ data, isError, refetch: async () => Promise.reject() }} />));

test('what was read is not spoken of', () => {
  expect(say({}, false)).toBe('');
});

test('what is being read says so', () => {
  expect(say(undefined, false)).toContain('Loading');
});

test('what could not be read is named, and can be tried again', () => {
  expect(say(undefined, true)).toMatch(/The tasks could not be loaded\. *Try again/);
});

test('what could not be read again is named, and may be out of date', () => {
  expect(say({}, true)).toMatch(/The tasks could not be loaded again and may be out of date\. *Try again/);
});
