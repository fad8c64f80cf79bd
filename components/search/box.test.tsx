import { expect, it } from 'vitest';
import { render } from '#components/testing/render.tsx';
import type { MemberSummary } from '#lib/wire/verdict.ts';
import { SearchBox } from './box.tsx';

const lena: MemberSummary = {
  accountId: 'a-1',
  displayName: 'Lena Vogt',
  initials: 'LV',
  membershipType: 'PREMIUM',
  membershipId: 'M-10442',
  memberSince: '2019-04-01',
  photoUrl: null,
};

const markup = (matches: MemberSummary[]) =>
  render(
    <SearchBox
      ref={{ current: null }}
      value="lena"
      matches={matches}
      isSettled
      answered={null}
      onType={() => {}}
      onSubmit={() => {}}
      onChoose={() => {}}
    />,
  );
const attribute = (html: string, element: RegExp, name: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(element.exec(html)?.[0] ?? '')?.[1];

it('stays a search box that controls the list of what was found', () => {
  const html = markup([lena]);
  const input = /<input[^>]*>/;
  expect(attribute(html, input, 'type')).toBe('search');
  expect(attribute(html, input, 'role')).toBeUndefined();
  expect(attribute(html, input, 'aria-label')).toBe('Scan or search');
  expect(attribute(html, input, 'aria-controls')).toBe(attribute(html, /<div[^>]*role="listbox"[^>]*>/, 'id'));
  expect(html).toContain('1 member found');
});

it('shows no list, and announces none, where nobody was found', () => {
  expect(markup([])).not.toContain('role="listbox"');
  expect(markup([])).not.toContain('found');
  expect(attribute(markup([]), /<input[^>]*>/, 'aria-controls')).toBeUndefined();
});
