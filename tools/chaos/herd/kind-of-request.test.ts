import { expect, test } from 'vitest';
import { kindOfRequest } from './kind-of-request.ts';

test.each([
  ['/api/desk/taps?locationId=west', 'POST', 'tap'],
  ['/api/desk/taps?locationId=west', undefined, 'list'],
  ['/api/desk/presence?locationId=west', 'GET', 'list'],
  ['/api/clock', undefined, 'clock'],
  ['/g/west?locationId=west', 'POST', 'other'],
])('%s is counted by its path, whatever its query (%s)', (url, method, kind) => {
  expect(kindOfRequest(url, method)).toBe(kind);
});
