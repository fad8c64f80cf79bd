import { expect, it, onTestFinished, vi } from 'vitest';
import { elementsOf } from '#components/testing/elements.ts';
import { render, textOf } from '#components/testing/render.tsx';
import { Select } from '#components/ui/select.tsx';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { noFilter } from './floor-filter.ts';
import { FloorHeader } from './floor-header.tsx';

const quiet = {
  counts: { withTasks: 0, mine: 0, all: 0 },
  onFilter: () => {},
  memberCount: 0,
  staleSince: null,
  timeZone: 'Europe/Berlin',
};

/** The options of the type filter. */
function typesIn(locale: Locale, types: readonly string[], type: string | null) {
  let labels: string[] = [];
  function Header() {
    const drawn = FloorHeader({ ...quiet, filter: { ...noFilter, type }, types });
    labels =
      elementsOf(Select<string>, drawn)
        .at(-1)
        ?.props.options.map(({ label }) => label) ?? [];
    return drawn;
  }
  return { text: textOf(render(<Header />, locale)), labels };
}

it('the chosen type stays among the options when its last task is done', () => {
  const { text, labels } = typesIn('en', ['ANAMNESIS'], 'GENERAL');
  expect(labels).toEqual(['Any type', 'General', 'Health check']);
  expect(text).toContain('General');
});

it('types are sorted by their names in the language of the page', () => {
  const types = ['ANAMNESIS', 'BLOOD_PRESSURE_FITNESS_TEST', 'GENERAL'];
  expect(typesIn('en', types, null).labels.slice(1)).toEqual(['Blood pressure', 'General', 'Health check']);
  expect(typesIn('de', types, null).labels.slice(1)).toEqual(['Allgemein', 'Anamnese', 'Blutdruck']);
});

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
