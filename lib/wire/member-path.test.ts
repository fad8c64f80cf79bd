import { expect, test } from 'vitest';
import { accountIdIn, memberPath } from './member-path.ts';

test.each(['a-1', 'a/b', 'a%2Fb', 'a b+c', '100%', 'ä?x=1#y', '%25'])(
  'the path of %j is parsed back to it',
  (accountId) => {
    const segment = memberPath(accountId).replace('/members/', '');
    expect(segment).not.toMatch(/[/?#]/);
    expect(accountIdIn(segment)).toBe(accountId);
  },
);

test('a path without a valid id has no member', () => {
  expect(accountIdIn('%E0%A4%A')).toBeNull();
});
