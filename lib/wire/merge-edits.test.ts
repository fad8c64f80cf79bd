import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ProfileField, type ProfileValues, profileFields } from './members.ts';
import { mergeEdits } from './merge-edits.ts';

const empty = Object.fromEntries(profileFields.map((field) => [field, ''])) as ProfileValues; // safe because: every field is there
const opened: ProfileValues = { ...empty, firstName: 'Lena', lastName: 'Vogt', 'contact.phone': '1' };
const merge = (mine: Partial<ProfileValues>, theirs: Partial<ProfileValues> = {}) =>
  mergeEdits(opened, { ...opened, ...mine }, { ...opened, ...theirs });

describe('a change made while another user had the form open', () => {
  test('is kept where the other user has not changed the field', () => {
    expect(merge({ lastName: 'Vogt-Kern' }, { 'contact.phone': '2' })).toEqual({
      changes: { lastName: 'Vogt-Kern' },
      conflicts: [],
    });
  });

  test('is a conflict where the other user has changed the same field', () => {
    expect(merge({ lastName: 'Kern', 'contact.phone': '' }, { lastName: 'Vogel' })).toEqual({
      changes: { 'contact.phone': '' },
      conflicts: [{ field: 'lastName', mine: 'Kern', theirs: 'Vogel' }],
    });
  });

  test('is no conflict where both have the same value', () => {
    expect(merge({ lastName: 'Kern ' }, { lastName: 'Kern' })).toEqual({ changes: {}, conflicts: [] });
  });
});

test('spaces around a value are no change', () => {
  expect(merge({ firstName: ' Lena ' })).toEqual({ changes: {}, conflicts: [] });
});

describe('for any two edits', () => {
  const word = fc.constantFrom('', 'a', 'b', 'c');
  const values = fc.record(
    Object.fromEntries(profileFields.map((field) => [field, word])),
  ) as fc.Arbitrary<ProfileValues>; // safe because: every field is there

  test('each field has the value of the user who changed it, or is a conflict', () => {
    fc.assert(
      fc.property(values, values, values, (base, mine, now) => {
        const { changes, conflicts } = mergeEdits(base, mine, now);
        const asked = new Set<ProfileField>(conflicts.map(({ field }) => field));
        const result = { ...now, ...changes };
        for (const field of profileFields) {
          const isMine = mine[field] !== base[field];
          const isTheirs = now[field] !== base[field];
          expect(asked.has(field)).toBe(isMine && isTheirs && mine[field] !== now[field]);
          if (!asked.has(field)) expect(result[field]).toBe(isMine ? mine[field] : now[field]);
        }
      }),
    );
  });
});
