import { expect, test } from 'vitest';
import { accountIdIn, memberPath } from './member-path.ts';

test.each(['a-1', 'a/b', 'a%2Fb', 'a b+c', '100%', 'ä?x=1#y', '%25'])(
  'the address of %j leads back to it',
  (accountId) => {
    const segment = memberPath(accountId).replace('/members/', '');
    expect(segment).not.toMatch(/[/?#]/);
    expect(accountIdIn(segment)).toBe(accountId);
  },
);

test('an address that stands for no id is nobody’s', () => {
  expect(accountIdIn('%E0%A4%A')).toBeNull();
});
