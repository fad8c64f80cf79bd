import { expect, test } from 'vitest';
import { readSource, sourceFilesOf } from './source-files.ts';

const sources = sourceFilesOf('app', 'lib', 'components', 'contracts', 'platform', 'programs', 'shared', 'tools');
const impatient = /\bvi\.wait(For|Until)\(|\bexpect\.poll\(/;
/** In a page, the runner's own polling waits for what is displayed. */
const isInBrowser = (file: string) => file.endsWith('.browser.test.tsx') || file.startsWith('app/_testing/');

test('tests wait with `until`, whose timeout suits a slow machine', () => {
  const own = 'tools/guards/waits.test.ts';
  const ours = sources.filter((file) => file !== own && !isInBrowser(file));
  const waiting = ours.filter((file) => impatient.test(readSource(file)));
  expect(waiting).toEqual([]);
});

test('the guard detects a wait of one second (control)', () => {
  expect(impatient.test('await vi.waitFor(() => expect(lines).toHaveLength(1));')).toBe(true);
});
