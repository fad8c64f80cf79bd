import { expect, it, onTestFinished, vi } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { noFilter } from './floor-filter.ts';
import { FloorHeader } from './floor-header.tsx';

function header(memberCount: number, staleSince: number | null, locale: Locale) {
  const markup = render(
    <FloorHeader
      filter={noFilter}
      counts={{ withTasks: 0, mine: 0, all: 0 }}
      types={[]}
      onFilter={() => {}}
      memberCount={memberCount}
      staleSince={staleSince}
      timeZone="Europe/Berlin"
    />,
    locale,
  );
  const [, said = ''] = /<span role="status">(.*?)<\/span>/.exec(markup) ?? [];
  return { said: textOf(said), text: textOf(markup) };
}

it('screen readers announce whether the list is current, and no arrivals or departures', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T09:05:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  expect(header(38, null, 'en').said).toBe('live');
  expect(header(38, Date.parse('2026-11-23T09:00:00Z'), 'en').said).toBe('as of 10:00');
});

it.each([
  ['en', '1,038 in'],
  ['de', '1.038 anwesend'],
] as const)('the count is formatted in the language of the page: %s', (locale, count) => {
  expect(header(1_038, null, locale).text).toContain(count);
});
