import { expect, test } from 'vitest';
import { reads } from '#lib/wire/reads/registry.ts';
import { answerLive } from './answer-live.ts';
import { answerRead } from './answer-read.ts';
import { answerTap } from './answer-tap.ts';
import { findAnswer } from './find-answer.ts';

test.each(Object.values(reads).map(({ path }) => path.replace(/\[\w+\]/g, 'a-1')))(
  '%s is answered before Next',
  (path) => {
    expect(findAnswer('GET', `/api/desk${path}`)).toBe(answerRead);
  },
);

test('taps and live events are answered before Next', () => {
  expect([findAnswer('POST', '/api/desk/taps'), findAnswer('GET', '/api/live')]).toEqual([answerTap, answerLive]);
});

test('a delivery of a webhook is answered before Next', () => {
  expect(findAnswer('POST', '/api/hooks/5f3c2a10-0c5e-4d3a-9f0b-6a1d2c3b4e5f')).toBeTypeOf('function');
});

test.each([
  ['GET', '/api/hooks/a-1'],
  ['HEAD', '/api/hooks/a-1'],
  ['OPTIONS', '/api/hooks/a-1'],
  ['POST', '/api/hooks/'],
  ['POST', '/api/hooks/a-1/'],
  ['POST', '/api/hooks/a-1/b'],
  ['POST', '/api/hooks/%61-1'],
  ['HEAD', '/api/desk/presence'],
  ['POST', '/api/desk/presence'],
  ['OPTIONS', '/api/desk/taps'],
  [undefined, '/api/live'],
  ['POST', '/api/desk/tasks'],
  ['POST', '/api/desk/migration'],
  ['GET', '/api/desk/photos/a-1'],
  ['GET', '/api/desk/visits/file'],
  ['GET', '/api/desk/presence/'],
  ['GET', '/g/west'],
])('%s %s is left to Next', (method, path) => {
  expect(findAnswer(method, path)).toBeUndefined();
});
