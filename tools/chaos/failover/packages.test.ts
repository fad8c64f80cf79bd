import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { requirePackages } from './packages.ts';

function install(...files: string[]) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-packages-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), '');
  }
  return { folder, places: { programs: [folder], postgresql: path.join(folder, 'postgresql') } };
}

test('the newest installed PostgreSQL is used', () => {
  const { folder, places } = install(
    'etcd',
    'patroni',
    'haproxy',
    'postgresql/15/bin/postgres',
    'postgresql/17/bin/postgres',
  );
  expect(requirePackages(places).postgresql).toBe(path.join(folder, 'postgresql', '17', 'bin'));
});

test.each([
  ['no package at all', []],
  ['no Patroni', ['etcd', 'haproxy', 'postgresql/15/bin/postgres']],
  ['no PostgreSQL that is new enough', ['etcd', 'patroni', 'haproxy', 'postgresql/14/bin/postgres']],
])('%s is reported in one sentence, with the command to run', (_, files) => {
  expect(() => requirePackages(install(...files).places)).toThrow(
    /^This needs three nodes [^\n]*: run "apt-get install [^\n"]*", then the command again\.$/,
  );
});
