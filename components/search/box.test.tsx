import { expect, it } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { MemberMatch } from '#lib/wire/directory.ts';
import { SearchBox } from './box.tsx';
import type { MemberSearch } from './use-member-picker.ts';

const lena: MemberMatch = {
  accountId: 'a-1',
  displayName: 'Lena Vogt',
  initials: 'LV',
  membershipType: 'PREMIUM',
  membershipId: 'M-10442',
  memberSince: '2019-04-01',
  photoUrl: null,
  dateOfBirth: '1990-11-21',
  contractEnd: null,
  inSince: null,
};

const markup = (matches: MemberMatch[], search: Partial<MemberSearch> = {}) =>
  render(
    <SearchBox
      ref={{ current: null }}
      value="lena"
      timeZone="UTC"
      search={{
        matches,
        total: matches.length,
        isExact: false,
        isWhole: true,
        isSettled: true,
        isKnown: true,
        ...search,
      }}
      more={(text) => ({ text: `Show all of ${text}`, onChoose: () => {} })}
      nobody={{ text: 'New member', onChoose: () => {} }}
      onType={() => {}}
      onSubmit={() => {}}
      onChoose={() => {}}
    />,
  );
const attribute = (html: string, element: RegExp, name: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(element.exec(html)?.[0] ?? '')?.[1];

it('is a search box that controls the list of matches', () => {
  const html = markup([lena]);
  const input = /<input[^>]*>/;
  expect(attribute(html, input, 'type')).toBe('search');
  expect(attribute(html, input, 'role')).toBeUndefined();
  expect(attribute(html, input, 'aria-label')).toBe('Scan or search');
  expect(attribute(html, input, 'aria-controls')).toBe(attribute(html, /<div[^>]*role="listbox"[^>]*>/, 'id'));
  expect(html).toContain('1 member found');
});

it('shows how many matches are not listed, and links to all of them', () => {
  const html = markup([lena], { total: 24 });
  expect(textOf(html)).toContain('23 more · Show all of lena');
  expect(html).toContain('24 members found');
  expect(html.match(/role="option"/g)).toHaveLength(2);
});

it('offers to create a member once it is known that no member has the name', () => {
  expect(textOf(markup([]))).toContain('Nobody with this name · New member');
  expect(textOf(markup([], { isWhole: false }))).toContain(
    'Nobody found yet: the members are still being loaded · New member',
  );
  for (const search of [{ isKnown: false }, { isSettled: false, isKnown: false }]) {
    const html = markup([], search);
    expect(html).not.toContain('role="listbox"');
    expect(html).not.toContain('found');
    expect(attribute(html, /<input[^>]*>/, 'aria-controls')).toBeUndefined();
  }
});
