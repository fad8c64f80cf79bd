import { expect, test } from 'vitest';
import { profileFields } from '#lib/wire/members.ts';
import {
  beginNewMember,
  fieldsOf,
  isAmongMore,
  isEntered,
  kindOf,
  newMemberKinds,
  withAnotherId,
  withField,
  withKind,
} from './new-member.ts';

const begun = beginNewMember('nora@example.com', { today: '2026-11-21', idEnding: '261121-7KQ4' }, null);

test('begins as a prospect, from today on, with an id', () => {
  expect(kindOf(begun)).toBe('prospect');
  expect(begun.values).toMatchObject({
    email: 'nora@example.com',
    firstName: '',
    gender: '',
    'membership.startOfContract': '2026-11-21',
    'membership.membershipId': 'P-261121-7KQ4',
  });
  expect(beginNewMember('', begunWith, { firstName: 'Otto', lastName: 'Alt' }).values.lastName).toBe('Alt');
});
const begunWith = { today: '2026-11-21', idEnding: '261121-7KQ4' };

test('another kind keeps the input and changes only the letter of the id', () => {
  const named = withField(withField(begun, 'firstName', 'Nora'), 'membership.verificationTAN', '123456789');
  const corporate = withKind(named, 'corporate');
  expect(kindOf(corporate)).toBe('corporate');
  expect(corporate).toMatchObject({
    tan: '123456789',
    values: { firstName: 'Nora', 'membership.membershipId': 'M-261121-7KQ4' },
  });
  expect(withKind(corporate, 'prospect')).toEqual(named);
});

test('a typed id is never changed', () => {
  const typed = withField(begun, 'membership.membershipId', '10442');
  expect(withKind(typed, 'member').values['membership.membershipId']).toBe('10442');
  expect(withAnotherId(withKind(begun, 'member'), '261121-ZZZZ').values['membership.membershipId']).toBe(
    'M-261121-ZZZZ',
  );
});

test.each([
  ['a birthday', withField(begun, 'dateOfBirth', '1990-11-21')],
  ['a street', withField(begun, 'contact.street', 'Hauptstr. 1')],
  ['a TAN', withField(begun, 'membership.verificationTAN', '123456789')],
  ['another kind', withKind(begun, 'member')],
])('%s alone counts as input', (_, member) => {
  expect(isEntered(begun, member)).toBe(true);
});

test('proposed values and an e-mail address do not count as input', () => {
  expect(isEntered(begun, withKind(withKind(begun, 'member'), 'prospect'))).toBe(false);
  expect(isEntered(begun, withField(begun, 'email', 'nora@example.org'))).toBe(false);
  const former = beginNewMember('', begunWith, { firstName: 'Otto', lastName: 'Alt' });
  expect(isEntered(former, former)).toBe(false);
});

test('a more specific type stays a member', () => {
  expect(kindOf(withField(begun, 'membership.membershipType', 'PREMIUM'))).toBe('member');
});

test.each(newMemberKinds)('a form for a %s has every field at most once', (kind) => {
  const { asked, more } = fieldsOf(kind);
  const fields = [...asked, ...more];
  expect(new Set(fields).size).toBe(fields.length);
  if (kind !== 'prospect')
    expect(fields).toEqual(
      expect.arrayContaining(
        profileFields.filter((field) => field !== 'email' && field !== 'membership.membershipType'),
      ),
    );
});

test('an error at a collapsed field is found', () => {
  expect(isAmongMore('prospect', { firstName: { code: 'required' } })).toBe(false);
  expect(isAmongMore('prospect', { 'membership.membershipId': { code: 'required' } })).toBe(true);
});
