import { expect, test } from 'vitest';
import { readSource, sourceFilesOf } from './source-files.ts';

const sources = sourceFilesOf('app', 'lib', 'components', 'contracts', 'platform', 'programs', 'shared', 'tools');
const impatient = /\bvi\.wait(For|Until)\(/;

test('tests wait with `until`, whose timeout suits a slow machine', () => {
  const own = 'tools/guards/waits.test.ts';
  const waiting = sources.filter((file) => file !== own && impatient.test(readSource(file)));
  expect(waiting).toEqual(['shared/testing/until.ts']);
});

test('the guard detects a wait of one second (control)', () => {
  expect(impatient.test('await vi.waitFor(() => expect(lines).toHaveLength(1));')).toBe(true);
});
