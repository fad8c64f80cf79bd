import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '#programs/base/run-program.ts';
import { bundleStamp, findBundle, modulesOfOtherSources, stampPlatform } from './platform-bundle.ts';

let home = '';
let folder = '';
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-bundle-'));
  folder = path.join(home, 'a folder #1 what? 100%41');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'run-platform.mjs'), "console.log('it runs')");
  fs.writeFileSync(bundleStamp(folder), stampPlatform());
});
afterEach(() => fs.rmSync(home, { recursive: true }));

const find = () => findBundle('run-platform', folder);

test('the bundle of the sources that are there loads, whatever its folder is called', () => {
  const program = `await import(${JSON.stringify(find())})`;
  const args = ['--input-type=module', '--eval', program];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('it runs\n');
});

test.each<[string, () => void]>([
  ['of other sources', () => fs.writeFileSync(bundleStamp(folder), 'other sources')],
  ['that is not there', () => fs.rmSync(folder, { recursive: true })],
  ['of unknown sources', () => fs.rmSync(bundleStamp(folder))],
  [
    'whose sources cannot be read',
    () => {
      fs.rmSync(bundleStamp(folder));
      fs.mkdirSync(bundleStamp(folder));
    },
  ],
  ['without the program', () => fs.rmSync(path.join(folder, 'run-platform.mjs'))],
])('the platform does not run from a bundle %s', (_which, spoil) => {
  spoil();
  expect(find()).toBeUndefined();
});

test('a module of which a change would leave the bundle as it is is found', () => {
  const inRoot = ['platform/app.ts', 'shared/log/log.ts', 'node_modules/pg/lib/index.js', 'lib/wire/verdict.ts'];
  const modules = ['node:fs', '\0virtual', ...inRoot.map((file) => path.join(root, file))];
  expect(modulesOfOtherSources(modules)).toEqual(['lib/wire/verdict.ts']);
});
