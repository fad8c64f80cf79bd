import { expect, test } from 'vitest';
import { contracts } from './contracts.ts';
import { lieOf } from './lies.ts';

test('one response is falsified, and the others are unchanged', () => {
  const lie = lieOf(contracts.v2);
  const member = { firstName: 'Lena', lastName: 'Vogt' };
  expect(lie(member, { method: 'GET', path: '/api/v2/accounts/a' })).toEqual({ firstName: 7, lastName: 'Vogt' });
  expect(lie(member, { method: 'GET', path: '/api/v2/accounts/email/a@b.cd' })).toEqual(member);
  expect(lie({ errorCode: 'notFound' }, { method: 'GET', path: '/api/v2/accounts/a' })).toEqual({
    errorCode: 'notFound',
  });
});

test('a nested field can be falsified', () => {
  const answer = { gym: { name: 'Conformance' }, data: [] };
  const asked = { method: 'GET', path: '/api/v1/data/opted-out-users' };
  expect(lieOf(contracts.export)(answer, asked)).toEqual({ gym: { name: 7 }, data: [] });
});
