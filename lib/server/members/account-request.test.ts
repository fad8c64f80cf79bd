import { describe, expect, test } from 'vitest';
import type { ProfileValues } from '#lib/wire/members.ts';
import { requestFor } from './account-request.ts';
import { profileOf } from './profile-of.ts';

const now: ProfileValues = profileOf({
  accountId: 'a-1',
  firstName: 'Lena',
  lastName: 'Vogt',
  email: 'lena@example.com',
  gender: 'FEMALE',
  contact: { phone: '+49 89 1', city: 'München' },
  membership: {
    membershipId: 'M-1',
    membershipType: 'PREMIUM',
    startOfContract: '2019-04-01',
    endOfContract: '2026-12-31',
  },
}).values;
const request = (changes: Partial<ProfileValues>, tan = '', before = now) => requestFor(before, changes, tan);
const corporate = { 'membership.membershipType': 'CORPORATE_FITNESS' };

describe('a change', () => {
  test('sends only the changed fields', () => {
    expect(request({ firstName: 'Lene', 'contact.phone': '2', 'membership.barcode': 'B' })).toEqual({
      ok: true,
      request: {
        method: 'patch',
        body: { firstName: 'Lene', contact: { phone: '2' }, membership: { barcode: 'B' } },
      },
    });
  });

  test('that clears a field replaces the whole account, with the other fields unchanged', () => {
    expect(request({ 'contact.phone': '', firstName: 'Lene' })).toEqual({
      ok: true,
      request: {
        method: 'put',
        body: {
          firstName: 'Lene',
          lastName: 'Vogt',
          email: 'lena@example.com',
          gender: 'FEMALE',
          contact: { city: 'München' },
          membership: {
            membershipId: 'M-1',
            membershipType: 'PREMIUM',
            startOfContract: '2019-04-01',
            endOfContract: '2026-12-31',
          },
        },
      },
    });
  });

  test('to an e-mail address without a dot after the @ is refused; an earlier one of this kind may stay', () => {
    expect(request({ email: 'lena@example' })).toEqual({ ok: false, problems: { email: { code: 'notAnEmail' } } });
    expect(request({ 'contact.phone': '' }, '', { ...now, email: 'lena@example' })).toMatchObject({ ok: true });
  });

  test('to corporate fitness replaces the whole account, with the TAN', () => {
    expect(request(corporate, '123456789')).toMatchObject({
      ok: true,
      request: {
        method: 'put',
        body: { membership: { membershipType: 'CORPORATE_FITNESS', verificationTAN: '123456789' } },
      },
    });
  });

  test('of a corporate member sends a TAN only where one was entered', () => {
    const before = { ...now, ...corporate };
    expect(request({ firstName: 'Lene' }, '', before)).toMatchObject({ request: { method: 'patch' } });
    expect(request({ firstName: 'Lene' }, '123456789', before)).toMatchObject({ request: { method: 'put' } });
  });

  test('away from corporate fitness omits the TAN that was entered before', () => {
    expect(request({ 'membership.membershipType': 'BASIC' }, '123456789', { ...now, ...corporate })).toEqual({
      ok: true,
      request: { method: 'patch', body: { membership: { membershipType: 'BASIC' } } },
    });
  });

  test('of other fields is possible where the membership type is unknown', () => {
    const before = { ...now, 'membership.membershipType': 'GOLD' };
    expect(request({ firstName: 'Lene' }, '', before)).toMatchObject({ ok: true });
    expect(request({ 'contact.phone': '' }, '', before)).toEqual({
      ok: false,
      problems: { 'membership.membershipType': { code: 'chooseOne' } },
    });
  });
});

describe.each<[string, Partial<ProfileValues>, string, Record<string, unknown>]>([
  ['no name', { firstName: '' }, '', { firstName: { code: 'required' } }],
  ['no e-mail', { email: '' }, '', { email: { code: 'required' } }],
  ['half an e-mail', { email: 'lena@' }, '', { email: { code: 'notAnEmail' } }],
  ['an e-mail that is cut off early', { email: 'l@b' }, '', { email: { code: 'notAnEmail' } }],
  ['no such day', { dateOfBirth: '1990-02-30' }, '', { dateOfBirth: { code: 'notADate' } }],
  ['too long a name', { lastName: 'x'.repeat(256) }, '', { lastName: { code: 'tooLong', max: 255 } }],
  [
    'too long a sub type',
    { 'membership.membershipSubType': 'x'.repeat(129) },
    '',
    { 'membership.membershipSubType': { code: 'tooLong', max: 128 } },
  ],
  [
    'an end before the start',
    { 'membership.endOfContract': '2019-03-31' },
    '',
    { 'membership.endOfContract': { code: 'endsBeforeStart' } },
  ],
  [
    'a start after the end',
    { 'membership.startOfContract': '2027-01-01' },
    '',
    { 'membership.startOfContract': { code: 'endsBeforeStart' } },
  ],
  ['no TAN', corporate, '', { 'membership.verificationTAN': { code: 'tanMissing' } }],
  ['half a TAN', corporate, '12345', { 'membership.verificationTAN': { code: 'tanNotNineDigits' } }],
  [
    'several mistakes at once',
    { firstName: '', email: 'x', 'membership.startOfContract': '' },
    '',
    {
      firstName: { code: 'required' },
      email: { code: 'notAnEmail' },
      'membership.startOfContract': { code: 'required' },
    },
  ],
  [
    'mistakes of single fields and of several together',
    { ...corporate, email: 'x', dateOfBirth: '4.5.', 'membership.endOfContract': '2019-03-31' },
    '',
    {
      email: { code: 'notAnEmail' },
      dateOfBirth: { code: 'notADate' },
      'membership.endOfContract': { code: 'endsBeforeStart' },
      'membership.verificationTAN': { code: 'tanMissing' },
    },
  ],
])('%s', (_, changes, tan, problems) => {
  test('is a problem of its field, and nothing is sent', () => {
    expect(request(changes, tan)).toEqual({ ok: false, problems });
  });
});
