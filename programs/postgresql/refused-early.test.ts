import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeBackup } from '#programs/backup/make-backup.ts';
import { pretendOwner } from '#tools/testing/pretend-owner.ts';
import * as binaries from './binaries.ts';
import { openCluster } from './cluster.ts';
import * as operatingUser from './operating-user.ts';

let root = '';
const home = () => path.join(root, 'desk');
const share = () => openCluster({ home: home(), database: 'desk', access: 'share' });
const backUp = () =>
  makeBackup({ dataDir: root, target: path.join(root, 'backups'), signal: new AbortController().signal });

beforeEach(() => {
  vi.spyOn(operatingUser, 'findOperatingUser').mockImplementation(() => {
    throw new Error('a user is made');
  });
  vi.spyOn(binaries, 'findBinaries').mockImplementation(() => {
    throw new Error('programs are copied');
  });
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-refused-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(root, { recursive: true });
});

test.each([
  ['a command', share, /^There is no database in /],
  ['a backup', backUp, /^There is no embedded database under /],
])('%s without a database is refused before it changes anything on the machine', async (_who, run, refused) => {
  await expect(run()).rejects.toThrow(refused);
  expect(fs.readdirSync(root)).toEqual([]);
});

test.each([
  ['a start', () => openCluster({ home: home(), database: 'desk', access: 'own' })],
  ['a command', share],
  ['a backup', backUp],
])(
  '%s of root’s on the database of another user’s program is refused before it changes anything',
  async (_who, run) => {
    fs.mkdirSync(path.join(home(), 'postgresql'), { recursive: true });
    pretendOwner(54_322, home(), path.join(home(), 'postgresql'));
    await expect(run()).rejects.toThrow(/ belongs to the user "[^"]+", as whom its program runs/);
    expect(fs.readdirSync(root)).toEqual(['desk']);
  },
);

test('control: with a database, that is the next step', async () => {
  fs.mkdirSync(path.join(home(), 'postgresql'), { recursive: true });
  fs.mkdirSync(path.join(root, 'backups'));
  await expect(share()).rejects.toThrow('a user is made');
  await expect(backUp()).rejects.toThrow('a user is made');
});
