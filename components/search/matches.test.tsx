import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { MemberMatch } from '#lib/wire/directory.ts';
import { SearchMatches } from './matches.tsx';

const lena: MemberMatch = {
  accountId: 'a-1',
  displayName: 'Lena Vogt',
  initials: 'LV',
  membershipType: 'CORPORATE_FITNESS',
  membershipId: 'M-10442',
  memberSince: '2019-04-01',
  photoUrl: null,
  dateOfBirth: '1990-11-21',
  contractEnd: null,
  inSince: null,
};
const twin: MemberMatch = {
  ...lena,
  accountId: 'a-2',
  membershipId: 'M-10443',
  membershipType: null,
  dateOfBirth: '1970-01-02',
  contractEnd: { day: '2026-11-30', state: 'soon' },
  inSince: '2026-11-25T11:00:00.000Z',
};

const markup = (active: number | null) =>
  render(
    <SearchMatches
      id="list"
      matches={[lena, twin]}
      active={active}
      more={0}
      isNobody={false}
      isWhole
      offer={undefined}
      onChoose={() => {}}
      timeZone="UTC"
    />,
  );
const rows = (active: number | null) => markup(active).match(/<div[^>]*role="option"[^>]*>/g) ?? [];

describe('the matches', () => {
  beforeAll(() => void vi.useFakeTimers({ now: Date.parse('2026-11-25T11:00:00.000Z') }));
  afterAll(() => void vi.useRealTimers());

  it('are a labelled listbox, with an id for each row', () => {
    expect(markup(null)).toMatch(/<div id="list" role="listbox"[^>]* aria-label="Members found"/);
    expect(rows(null).map((row) => /id="([^"]*)"/.exec(row)?.[1])).toEqual(['list-0', 'list-1']);
  });

  it('mark the active row', () => {
    const selected = (active: number | null) => rows(active).map((row) => row.includes('aria-selected="true"'));
    expect(selected(null)).toEqual([false, false]);
    expect(selected(1)).toEqual([false, true]);
  });

  it('distinguish members of the same name', () => {
    expect(textOf(markup(null))).toMatch(
      /^LV Lena Vogt born 21 Nov 1990 · Corporate · M-10442 LV Lena Vogt born 2 Jan 1970 · ends on 30 Nov 2026 · M-10443 in since 11:00$/,
    );
  });
});
