import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { lena } from '#components/testing/sample-verdicts.ts';
import type { DirectoryEntry } from '#lib/wire/directory.ts';
import { Directory } from './directory.tsx';

const entry: DirectoryEntry = {
  ...lena,
  endOfContract: null,
  contractEnd: null,
  lastVisitAt: null,
  hasCard: false,
  openTasks: 0,
};
const found = (total: number, locale: 'en' | 'de') =>
  textOf(
    render(
      <Directory
        text="Vogt"
        entries={[entry]}
        total={total}
        filters={{}}
        progress={null}
        isFailed={false}
        more={null}
        timeZone="UTC"
        onType={() => {}}
        onFilter={() => {}}
        onRetry={async () => {}}
        onOpen={() => {}}
      />,
      locale,
    ),
  );

test('matches of which only the best are shown are counted as each language writes thousands', () => {
  expect(found(10_000, 'en')).toContain('The 1 best of 10,000 matches.');
  expect(found(10_000, 'de')).toContain('Die 1 besten von 10.000 Treffern.');
});
