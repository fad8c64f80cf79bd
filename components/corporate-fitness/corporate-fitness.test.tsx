import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { type CorporateEnding, quickRangesOn } from '#lib/wire/corporate-fitness.ts';
import { CorporateFitness, type CorporateFitnessProps } from './corporate-fitness.tsx';

const quickRanges = quickRangesOn('2026-11-21');
const ending = (fields: Partial<CorporateEnding> = {}): CorporateEnding => ({
  accountId: 'account-1',
  displayName: 'Omar Haddad',
  initials: 'OH',
  photoUrl: null,
  since: '2024-03-01',
  until: '2026-11-30',
  daysLeft: 9,
  lastVisitAt: '2026-11-12T08:41:00.000Z',
  ...fields,
});

function screen(props: Partial<CorporateFitnessProps>, locale: 'en' | 'de' = 'en') {
  const markup = render(
    <CorporateFitness
      range={quickRanges.thisMonth}
      quickRanges={quickRanges}
      isChoosing={false}
      onChooseRange={() => {}}
      entries={undefined}
      unreadable={0}
      failure={null}
      onRetry={async () => {}}
      timeZone="Europe/Berlin"
      {...props}
    />,
    locale,
  );
  return { markup, text: textOf(markup) };
}

describe('the page of corporate fitness', () => {
  it('is inert while another range is loading', () => {
    expect(screen({ isChoosing: true }).markup).toMatch(/<form[^>]*><div inert=""/);
    expect(screen({}).markup).not.toContain('inert');
  });

  it('shows how many members could not be parsed', () => {
    expect(screen({ entries: [ending()], unreadable: 2 }).text).toContain('2 members could not be loaded');
  });

  it('shows first day, last day and last visit of each member, each with its label', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T08:41:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const { text, markup } = screen({ entries: [ending()] });
    expect(text).toContain('1 corporate membership ends between 1 Nov 2026 and 30 Nov 2026');
    expect(text).toContain('Since 1 Mar 2024 Until 30 Nov 2026 in 9 days Last visit here 12 Nov, 09:41');
    expect(markup).toContain('href="/g/munich-west/members/account-1"');
  });

  it.each([
    [{ daysLeft: 1 }, 'ends tomorrow'],
    [{ daysLeft: 0 }, 'ends today'],
    [{ daysLeft: -1 }, 'ended yesterday'],
    [{ daysLeft: -20 }, 'ended 20 days ago'],
    [{ since: null }, 'Since not known'],
    [{ until: null, daysLeft: null }, 'Until not known'],
    [{ lastVisitAt: null }, 'Last visit here –'],
  ])('%o is "%s"', (fields, words) => {
    expect(screen({ entries: [ending(fields)] }).text).toContain(words);
  });

  it('shows a message in place of an empty table', () => {
    const { text, markup } = screen({ entries: [] });
    expect(text).toContain('No corporate memberships end between 1 Nov 2026');
    expect(markup).not.toContain('<ul');
  });

  it.each([
    ['platformUnavailable', 'The member system cannot be reached'],
    ['keyRejected', 'The manager can enter a valid key'],
    ['permissionMissing', 'The manager can ask the provider to extend the key'],
    ['other', 'could not be loaded'],
  ] as const)('shows the reason of a failed read (%s) and offers a retry', (failure, words) => {
    const { text } = screen({ failure });
    expect(text).toContain(words);
    expect(text).toContain('Try again');
    expect(text).not.toContain('Loading the list');
  });

  it('keeps the loaded list if a refetch fails', () => {
    expect(screen({ entries: [ending()], failure: 'other' }).text).toContain('Omar Haddad');
  });

  it('marks the predefined range that is shown, and none for other days', () => {
    const pressed = (props: Partial<CorporateFitnessProps>) =>
      [...screen(props).markup.matchAll(/<button[^>]*aria-pressed="true"[^>]*>(.*?)<\/button>/g)].map(
        ([, name]) => name,
      );
    expect(pressed({})).toEqual(['This month']);
    expect(pressed({ range: quickRanges.next30Days })).toEqual(['Next 30 days']);
    expect(pressed({ range: { from: '2026-11-02', to: '2026-11-30' } })).toEqual([]);
  });

  it('is available in German', () => {
    const { text } = screen({ entries: [ending({ daysLeft: 1 })] }, 'de');
    expect(text).toContain('1 Firmenfitness-Mitgliedschaft endet zwischen dem 1. Nov. 2026 und dem 30. Nov. 2026');
    expect(text).toContain('endet morgen');
  });
});
