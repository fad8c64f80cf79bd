import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireUsable } from './usable-cluster.ts';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-cluster-'));
  fs.writeFileSync(path.join(folder, 'PG_VERSION'), '18\n');
  fs.writeFileSync(path.join(folder, 'password'), 'secret');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const sentence = (text: string) => new RegExp(`^[^\\n]*${folder}[^\\n]*${text}[^\\n]*$`);

test('a cluster of this version that belongs to PostgreSQL’s user is accepted', () => {
  expect(() => requireUsable(folder, { major: 18 }, undefined)).not.toThrow();
});

test('files of another user, as after cp -r, are reported with the command that fixes their owner', () => {
  const { uid, gid } = fs.statSync(folder);
  const another = { uid: uid + 1, gid: gid + 1 };
  expect(() => requireUsable(folder, { major: 18 }, another)).toThrow(sentence('chown -R postgres: '));
});

test('files that others can read, as after unpacking an archive, are reported with the command that fixes the mode', () => {
  fs.chmodSync(folder, 0o755);
  expect(() => requireUsable(folder, { major: 18 }, undefined)).toThrow(sentence('chmod 700 '));
});

test.each([
  ['a later', '19\n', 'start the later Front Desk'],
  ['an earlier', '17\n', 'npm run carry-over'],
])('a database of %s PostgreSQL is reported in one sentence with the remedy', (_which, version, advice) => {
  fs.writeFileSync(path.join(folder, 'PG_VERSION'), version);
  expect(() => requireUsable(folder, { major: 18 }, undefined)).toThrow(sentence(advice));
});

test.each(['PG_VERSION', 'password'])('a folder without %s is not a complete database', (file) => {
  fs.rmSync(path.join(folder, file));
  expect(() => requireUsable(folder, { major: 18 }, undefined)).toThrow(sentence('npm run restore'));
});
