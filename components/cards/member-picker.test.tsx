import { expect, test } from 'vitest';
import type { MemberSearch } from '#components/search/use-member-picker.ts';
import { render, textOf } from '#components/testing/render.tsx';
import { CardsMemberPicker } from './member-picker.tsx';

const nobody = { matches: [], total: 0, isExact: false, isWhole: true };
const say = (value: string, search: Pick<MemberSearch, 'isSettled' | 'isKnown'>) =>
  textOf(
    render(
      <CardsMemberPicker
        value={value}
        search={{ ...nobody, ...search }}
        timeZone="UTC"
        onType={() => {}}
        onChoose={() => {}}
      />,
    ),
  );

test('"not found" is shown only after the desk’s answer', () => {
  expect(say('Zzyzx', { isSettled: true, isKnown: true })).toContain('Nobody');
});

test('a failed search shows an error and no claim about matches', () => {
  const text = say('Zzyzx', { isSettled: true, isKnown: false });
  expect(text).toContain('The search did not work');
  expect(text).not.toContain('Nobody');
});

test.each([
  ['a desk that has yet to answer', 'Zzyzx', false],
  ['a single letter, which is not searched for', ' Z ', true],
])('%s says nothing', (_, value, isSettled) => {
  expect(say(value, { isSettled, isKnown: false })).not.toMatch(/Nobody|did not work/);
});
