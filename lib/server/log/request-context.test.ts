import { expect, test } from 'vitest';
import type { Log } from '#shared/log/log.ts';
import { logContext } from './log-context.ts';
import {
  currentContext,
  newRequestContext,
  noteFailure,
  noteProblem,
  type PlatformProblem,
  runInContext,
} from './request-context.ts';
import { inOwnContext, joinRequest, runAttempt } from './run-in-context.ts';

type Line = Record<string, unknown> & { level: string; message: string };

function openLog() {
  const lines: Line[] = [];
  const write = (level: string) => (what: object, message: string) => void lines.push({ level, message, ...what });
  // safe because: a line is written by one of these
  return { lines, log: { info: write('info'), warn: write('warn'), error: write('error') } as Log };
}
const slow: PlatformProblem = { operation: 'getByRfid', kind: 'unavailable', because: 'slow' };
const gone: PlatformProblem = { operation: 'getByRfid', kind: 'missing', status: 404, platformRequestId: 'p-1' };

test.each<[string, string | undefined, PlatformProblem[], object, string]>([
  ['nothing', undefined, [], {}, 'info'],
  ['an unknown card', undefined, [gone], {}, 'info'],
  ['a mistake in a form', 'invalidInput', [], {}, 'info'],
  ['a missing session', 'signedOut', [], { status: 401 }, 'info'],
  ['a platform that does not answer', undefined, [gone, slow], {}, 'warn'],
  ['a platform that forbids it', 'platformForbids', [], { status: 502 }, 'warn'],
  ['a member who could not be confirmed', 'unconfirmed', [], {}, 'warn'],
  ['a page with an error', undefined, [], { status: 500 }, 'warn'],
  ['an unexpected error', 'unexpected', [], { status: 200 }, 'warn'],
  ['a job with an error', 'unexpected', [], { error: new Error('no') }, 'error'],
])('the log line of %s has its level', (_, code, problems, what, level) => {
  const { lines, log } = openLog();
  const context = newRequestContext();
  runInContext(context, () => {
    if (code) noteFailure(code);
    for (const problem of problems) noteProblem(problem);
  });
  logContext(log, context, what, 'request');
  expect(lines).toEqual([
    {
      level,
      message: 'request',
      requestId: context.requestId,
      ...what,
      ...(code && { code }),
      ...(problems.length > 0 && { platform: problems }),
    },
  ]);
});

test('a line has five problems at most, and the number of the others', () => {
  const { lines, log } = openLog();
  const context = newRequestContext();
  runInContext(context, () => {
    for (let count = 0; count < 9; count += 1) noteProblem(gone);
  });
  logContext(log, context, {}, 'request');
  expect(lines).toMatchObject([{ platform: Array(5).fill(gone), unlisted: 4 }]);
});

test('a problem after the line was written gets its own line under the same id', () => {
  const { lines, log } = openLog();
  const context = newRequestContext();
  logContext(log, context, {}, 'request');
  runInContext(context, () => noteProblem(slow));
  expect(lines).toMatchObject([
    { requestId: context.requestId, level: 'info' },
    { requestId: context.requestId, level: 'warn', platform: [slow] },
  ]);
});

test('a call within a request joins its context; without one, it gets its own id and log line', async () => {
  const { lines, log } = openLog();
  const context = newRequestContext();
  const call = () =>
    joinRequest(log, async (requestId) => {
      noteFailure('conflict');
      return requestId;
    });
  expect(await runInContext(context, call)).toBe(context.requestId);
  expect(lines).toEqual([]);
  const requestId = await call();
  expect(lines).toMatchObject([{ requestId, code: 'conflict' }]);
  expect(requestId).not.toBe(context.requestId);
});

test('background work has a context of its own, not that of the request that started it', async () => {
  const context = newRequestContext();
  const ids = await runInContext(context, () =>
    Promise.all([1, 2].map(() => inOwnContext(async () => currentContext()?.requestId))),
  );
  expect(new Set([...ids, context.requestId]).size).toBe(3);
});

test('an attempt with a platform problem or an exception is one log line, and does not throw', async () => {
  const { lines, log } = openLog();
  const about = { locationId: 'l-1' };
  await runAttempt(log, { about, broken: 'it broke', run: async () => {} });
  expect(lines).toEqual([]);
  await runAttempt(log, { about, broken: 'it broke', run: async () => noteProblem(slow) });
  await runAttempt(log, {
    about,
    broken: 'it broke',
    run: async () => {
      noteProblem(slow);
      throw new TypeError('lena@example.com');
    },
  });
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(lines).toMatchObject([
    { ...about, requestId: id, level: 'warn', platform: [slow], message: 'a platform did not do what was asked' },
    { ...about, requestId: id, level: 'error', platform: [slow], message: 'it broke', error: expect.any(TypeError) },
  ]);
});
