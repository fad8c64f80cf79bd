import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { automaticBy, type VisitFilter } from '#lib/wire/visits.ts';
import { VisitsOfDay } from './visits-of-day.tsx';

/** The printed heading above the table. */
function printed(filter: Partial<VisitFilter>): string[] {
  const markup = render(
    <VisitsOfDay
      location={{ name: 'Gym West', timeZone: 'Europe/Berlin' }}
      lines={[]}
      isFailed={false}
      onRetry={() => {}}
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

test('a list that is not whole says on paper by what it was filtered', () => {
  const [of, by] = printed({ name: ' vogt ', group: 'undone', by: 'ana' });
  expect(of).toContain('Gym West');
  expect(by).toMatch(/^[^:]+: vogt · [^:]+: [^·]+ · [^:]+: Ana Berg$/);
  expect(printed({ by: automaticBy })[1]).not.toContain('–');
  expect(printed({ by: 'somebody who is gone' })[1]).toMatch(/: –$/);
});

test('a whole list says no more than whose and of when it is', () => {
  expect(printed({})).toHaveLength(1);
  expect(printed({ name: '  ' })).toHaveLength(1);
});
