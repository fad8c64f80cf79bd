import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { VisitFilter } from '#lib/wire/visits.ts';
import { VisitsOfDay } from './visits-of-day.tsx';

/** The printed heading above the table. */
function printed(filter: Partial<VisitFilter>): string[] {
  const markup = render(
    <VisitsOfDay
      location={{ name: 'Gym West', timeZone: 'Europe/Berlin' }}
      lines={[]}
      sums={undefined}
      maySettle={false}
      isFailed={false}
      onRetry={async () => {}}
      more={null}
      today="2026-11-21"
      filter={{ day: '2026-11-21', name: '', ...filter }}
      onFilter={() => {}}
      people={[{ id: 'ana', name: 'Ana Berg' }]}
      fileHref={null}
      onPrint={() => {}}
    />,
  );
  const lines = [...markup.matchAll(/<p class="hidden print:block">(.*?)<\/p>/g)].map(([, text = '']) => textOf(text));
  return lines.map((line) => line.replaceAll(/[\u2066-\u2069]/g, ''));
}

test('a filtered list names its filters in print', () => {
  const [of, by] = printed({ name: ' vogt ', how: 'card', by: 'ana' });
  expect(of).toContain('Gym West');
  expect(by).toMatch(/^[^:]+: vogt · [^:]+: [^·]+ · [^:]+: Ana Berg$/);
  expect(printed({ tab: 'refused' })[1]).toBe('Refused');
  expect(printed({ tab: 'refused', reason: 'cardUnknown' })[1]).toBe('Refused · Reason: This card is not known');
  expect(printed({ by: 'somebody who is gone' })[1]).toMatch(/: –$/);
});

test('an unfiltered list names only gym and day in print', () => {
  expect(printed({})).toHaveLength(1);
  expect(printed({ name: '  ' })).toHaveLength(1);
});
