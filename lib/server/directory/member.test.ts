import { expect, test } from 'vitest';
import { displayNameOf, initialsOf } from '#lib/wire/names/person-name.ts';
import { memberOf, summarise } from './member.ts';

test('an account of the platform is converted to a member', () => {
  const member = memberOf({
    accountId: 'a-1',
    email: 'Lena@Example.com',
    firstName: ' Lena',
    lastName: 'Vogt',
    dateOfBirth: '1990-11-21',
    membership: {
      membershipId: 'M-10442',
      membershipType: 'CORPORATE_FITNESS',
      startOfContract: '2019-04-01',
      endOfContract: 'never',
      corporateFitness: { endTimestamp: '2026-12-31T22:59:59Z' },
    },
  });
  expect(member).toMatchObject({
    email: 'lena@example.com',
    firstName: 'Lena',
    endOfContract: null,
    corporateStart: null,
    corporateEnd: new Date('2026-12-31T22:59:59Z'),
  });
  expect(summarise('l-1', { ...member, photoVersion: 'v-1' })).toEqual({
    accountId: 'a-1',
    displayName: 'Lena Vogt',
    initials: 'LV',
    membershipType: 'CORPORATE_FITNESS',
    membershipId: 'M-10442',
    memberSince: '2019-04-01',
    photoUrl: '/api/desk/photos/a-1?locationId=l-1&v=v-1',
  });
});

test('a long name is truncated where it is shown, and stored whole', () => {
  const firstName = 'Wolf '.repeat(1_000);
  const member = memberOf({ accountId: 'a-1', firstName, lastName: 'Vogt' });
  expect(member.firstName).toBe(firstName.trim());
  expect(displayNameOf(member)).toMatch(/^(Wolf ){19}Wolf…$/);
  expect(displayNameOf({ ...member, firstName: 'W'.repeat(95) })).toBe(`${'W'.repeat(95)} Vogt`);
});

test('values too long to be scanned or typed are not stored as keys', () => {
  const long = 'x'.repeat(5_000);
  expect(memberOf({ accountId: 'a-1', email: long, membership: { membershipId: long, barcode: long } })).toMatchObject({
    email: null,
    membershipId: null,
    barcode: null,
  });
});

test('text that the database cannot store is repaired, not refused', () => {
  expect(memberOf({ accountId: 'a-1', firstName: 'Le\u0000na\ud800' }).firstName).toBe('Lena\ufffd');
});

test.each([
  [{ firstName: null, lastName: 'Vogt', membershipId: 'M-1' }, 'Vogt'],
  [{ firstName: null, lastName: null, membershipId: 'M-1' }, 'M-1'],
  [{ firstName: null, lastName: null, membershipId: null }, 'a-1'],
])('%j is shown as %s', (named, name) => {
  expect(displayNameOf({ accountId: 'a-1', ...named })).toBe(name);
});

test.each([
  ['Lena Vogt', 'LV'],
  ['Anna-Maria von der Leyen', 'AL'],
  ['Şule', 'Ş'],
  ['émile Özgür', 'ÉÖ'],
  ['(Dr.) Kim', 'DK'],
  ['…', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
