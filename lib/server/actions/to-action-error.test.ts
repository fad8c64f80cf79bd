import { notFound, redirect } from 'next/navigation';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { platformTroubles } from '#lib/wire/platform-trouble.ts';
import type { Log } from '#shared/log/log.ts';
import { toActionError } from './to-action-error.ts';

const logged: unknown[][] = [];
const write = (...line: unknown[]) => void logged.push(line);
const log = { info: write, warn: write, error: write } as Log; // safe because: only these three are called

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
const errorOf = (work: () => unknown) => toActionError({ log, requestId: 'request-1' }, thrownBy(work));

test('an expected failure is passed on unchanged', () => {
  expect(
    errorOf(() => {
      throw new ActionFailure('conflict', 'Is taken.', { fieldErrors: { email: 'Is taken already.' } });
    }),
  ).toEqual({
    code: 'conflict',
    message: 'Is taken.',
    requestId: 'request-1',
    retryable: false,
    fieldErrors: { email: 'Is taken already.' },
  });
});

test.each(platformTroubles)('what fails with %s may be done later', (code) => {
  expect(
    errorOf(() => {
      throw new ActionFailure(code, 'Not now.');
    }),
  ).toMatchObject({ code, retryable: true });
});

test('invalid input is reported by field', () => {
  const schema = z.object({ visit: z.object({ tapId: z.uuid('Must be a UUID.') }) });
  expect(errorOf(() => schema.parse({ visit: { tapId: 'x' } }))).toMatchObject({
    code: 'invalidInput',
    fieldErrors: { 'visit.tapId': 'Must be a UUID.' },
  });
});

test('any other error is answered without its message, and logged under the same request id', () => {
  const error = errorOf(() => {
    throw new Error('duplicate key (email)=(lena@example.com)');
  });
  expect(error).toMatchObject({ code: 'unexpected', requestId: 'request-1', retryable: true });
  expect(JSON.stringify(error)).not.toContain('lena');
  expect(logged).toMatchObject([[{ requestId: 'request-1' }, expect.any(String)]]);
});

test('a storage error of the database is recognised at any depth of causes', () => {
  const said = Object.assign(new Error('could not extend file'), { code: '53100' });
  const error = errorOf(() => {
    throw new Error('Failed query: insert into taps', { cause: said });
  });
  expect(error).toMatchObject({ code: 'storageFailed', retryable: true });
});

test.each([
  ['a redirect', () => redirect('/sign-in')],
  ['not found', () => notFound()],
])('%s is never swallowed', (_, work) => {
  const thrown = thrownBy(work);
  expect(thrownBy(() => toActionError({ log, requestId: 'request-1' }, thrown))).toBe(thrown);
});
