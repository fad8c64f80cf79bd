import { expect, test } from 'vitest';
import { cameraProblemOf } from './use-camera.ts';

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'inUse'],
  ['AbortError', 'inUse'],
  ['TypeError', 'failed'],
])('a %s of the browser means: %s', (name, problem) => {
  expect(cameraProblemOf(new DOMException('', name))).toBe(problem);
});
