import { describe, expect, it } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { MemberSummary } from '#lib/wire/verdict.ts';
import { SearchMatches } from './matches.tsx';

const lena: MemberSummary = {
  accountId: 'a-1',
  displayName: 'Lena Vogt',
  initials: 'LV',
  membershipType: 'CORPORATE_FITNESS',
  membershipId: 'M-10442',
  memberSince: '2019-04-01',
  photoUrl: null,
};
const twin: MemberSummary = { ...lena, accountId: 'a-2', membershipId: 'M-10443', membershipType: null };

const markup = (active: number | null) =>
  render(<SearchMatches id="list" matches={[lena, twin]} active={active} onChoose={() => {}} />);
const rows = (active: number | null) => markup(active).match(/<div[^>]*role="option"[^>]*>/g) ?? [];

describe('the members found', () => {
  it('are a list with a name, whose rows the search box can point at', () => {
    expect(markup(null)).toMatch(/<div id="list" role="listbox"[^>]* aria-label="Members found"/);
    expect(rows(null).map((row) => /id="([^"]*)"/.exec(row)?.[1])).toEqual(['list-0', 'list-1']);
  });

  it('say which one is active', () => {
    const selected = (active: number | null) => rows(active).map((row) => row.includes('aria-selected="true"'));
    expect(selected(null)).toEqual([false, false]);
    expect(selected(1)).toEqual([false, true]);
  });

  it('can be told apart when they have the same name', () => {
    expect(textOf(markup(null))).toBe('LV Lena Vogt Corporate · M-10442 LV Lena Vogt M-10443');
  });
});
