import fs from 'node:fs';
import { expect, test } from 'vitest';
import {
  describeThirdParties,
  findDoubtful,
  listThirdParties,
  readLicenceTexts,
  type ThirdParty,
} from '#tools/third-party-licences.ts';

const packages = listThirdParties();
const packageOf = (name: string, licence: string): ThirdParty => ({
  name,
  licence,
  version: '1.0.0',
  place: 'nowhere',
});

test('every distributed package has an approved licence', () => {
  expect(packages.length).toBeGreaterThan(100);
  expect(findDoubtful(packages)).toEqual([]);
});

test.each([
  ['somebody', 'GPL-3.0-only', false],
  ['somebody', 'LGPL-3.0-or-later', false],
  ['somebody', 'unknown', false],
  ['somebody', 'MIT AND AGPL-3.0-only', false],
  ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later', true],
  ['@img/sharp-libvips-linux-x64', 'GPL-3.0-only', false],
  ['somebody', '(GPL-2.0-only OR MIT)', true],
])('%s under %s may be distributed: %s', (name, licence, isAllowed) => {
  expect(findDoubtful([packageOf(name, licence)])).toHaveLength(isAllowed ? 0 : 1);
});

test('development dependencies are not distributed', () => {
  const lock = { packages: { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { dev: true } } };
  expect(listThirdParties(lock)).toMatchObject([{ name: 'a', licence: 'unknown' }]);
});

test('the page names the current packages, and libvips by name', () => {
  const page = fs.readFileSync('docs/third-party-licences.md', 'utf8');
  expect(page, 'npm run -s licences writes it').toBe(describeThirdParties(packages));
  expect(page).toMatch(/^- \*\*LGPL-3\.0-or-later\*\*: `@img\/sharp-libvips-.* libvips/im);
});

test('the texts of installed packages can be printed', () => {
  const texts = [...readLicenceTexts(packages)].join('\n');
  expect(texts).toMatch(/^next 16\.[\d.]+ \(MIT\)$/m);
  expect(texts).toContain('Permission is hereby granted');
});
