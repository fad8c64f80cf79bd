import { expect, test } from 'vitest';
import { z } from 'zod';
import { nobody, userIdAsSent } from './primitives.ts';

const request = z.object({ userId: userIdAsSent });

test.each([
  [100482, 100482],
  ['100482', 100482],
  [' 100482 ', 100482],
  [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
])('the user id %j is %d', (sent, userId) => {
  expect(request.parse({ userId: sent })).toEqual({ userId });
});

test.each([
  0,
  -1,
  1.5,
  2 ** 53,
  '9007199254740992',
  '99999999999999999999',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  'abc',
  '',
  true,
  [],
  [7],
  {},
])('the user id %j matches no member, and is not an error of its own', (userId) => {
  expect(request.parse({ userId })).toEqual({ userId: nobody });
});

test.each([{}, { userId: null }])('%j is not a user id', (sent) => {
  expect(request.parse(sent).userId).toBeUndefined();
});
