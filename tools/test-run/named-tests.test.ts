import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { UserError } from '#programs/base/user-error.ts';
import { findNamedTests } from './named-tests.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-named-'));
afterAll(() => fs.rmSync(root, { recursive: true }));

for (const file of [
  'app/g/[gym]/(desk)/page.test.tsx',
  'app/g/[gym]/(desk)/page.browser.test.tsx',
  'app/g/[gym]/(desk)/page.tsx',
  'docs/page.md',
  'e2e/access/endpoints.ts',
  'e2e/access/endpoint.test.ts',
  'e2e/access/inner.spec.ts',
  'e2e/visits.spec.ts',
  'lib/visits/ledger.db.test.ts',
  'lib/visits/ledger.test.ts',
  'lib/visits/ledger.ts',
  'lib/visits-sent.test.ts',
  'lib/tools/node_modules/other/other.test.ts',
  '.next/server/page.test.ts',
]) {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), '');
}

const none = { unit: [], database: [], component: [], browser: [] };

test.each([
  ['a unit test', ['app/g/[gym]/(desk)/page.test.tsx'], { unit: ['app/g/[gym]/(desk)/page.test.tsx'] }],
  ['a test with a database', ['./lib/visits/ledger.db.test.ts'], { database: ['lib/visits/ledger.db.test.ts'] }],
  [
    'a test of a component in a browser',
    ['app/g/[gym]/(desk)/page.browser.test.tsx'],
    { component: ['app/g/[gym]/(desk)/page.browser.test.tsx'] },
  ],
  ['a browser test', ['e2e/visits.spec.ts'], { browser: ['e2e/visits.spec.ts'] }],
  ['an absolute path', [path.join(root, 'e2e/visits.spec.ts')], { browser: ['e2e/visits.spec.ts'] }],
  [
    'a folder, without its neighbour whose name begins with the same letters',
    ['lib/visits/'],
    { unit: ['lib/visits/ledger.test.ts'], database: ['lib/visits/ledger.db.test.ts'] },
  ],
  ['a folder of browser tests', ['e2e'], { browser: ['e2e/access/inner.spec.ts', 'e2e/visits.spec.ts'] }],
  [
    'one test twice',
    ['lib/visits/ledger.test.ts', 'lib/visits'],
    { unit: ['lib/visits/ledger.test.ts'], database: ['lib/visits/ledger.db.test.ts'] },
  ],
  [
    'the root, without installed packages and build output',
    ['.'],
    {
      unit: ['app/g/[gym]/(desk)/page.test.tsx', 'lib/visits-sent.test.ts', 'lib/visits/ledger.test.ts'],
      database: ['lib/visits/ledger.db.test.ts'],
      component: ['app/g/[gym]/(desk)/page.browser.test.tsx'],
      browser: ['e2e/access/inner.spec.ts', 'e2e/visits.spec.ts'],
    },
  ],
  ['nothing', [], {}],
])('each test among the arguments is assigned to its runner: %s', (_, named, found) => {
  expect(findNamedTests(named, root)).toEqual({ ...none, ...found });
});

test.each([
  ['lib/visit', 'There is no lib/visit.'],
  ['--watch', 'There is no --watch.'],
  ['docs', 'No test is in docs.'],
  ['lib/visits/ledger.ts', 'No test is in lib/visits/ledger.ts.'],
  ['e2e/access/endpoints.ts', 'No test is in e2e/access/endpoints.ts.'],
])('%s is refused with the message: %s', (named, sentence) => {
  expect(() => findNamedTests(['e2e', named], root)).toThrow(new UserError(sentence));
});
