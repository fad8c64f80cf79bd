import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as binaries from '#programs/postgresql/binaries.ts';
import * as operatingUser from '#programs/postgresql/operating-user.ts';
import { restoreBackup } from './restore-backup.ts';

let root = '';
const dataDir = () => path.join(root, 'data');
beforeEach(() => {
  vi.spyOn(operatingUser, 'findOperatingUser').mockReturnValue(undefined);
  vi.spyOn(binaries, 'findBinaries').mockReturnValue({ major: 18, initdb: '', pgCtl: '' });
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-restore-'));
  fs.writeFileSync(path.join(root, 'platform.secret'), 's'.repeat(40));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(root, { recursive: true });
});

const restore = () =>
  restoreBackup({
    backup: root,
    note: { madeBy: 'npm run backup', asOf: '', postgresql: 18, programs: {}, files: ['platform.secret'] },
    dataDir: dataDir(),
    signal: new AbortController().signal,
  });

test('a restore during which another process writes to the folder is undone and says what to do', async () => {
  const { copyFileSync } = fs;
  vi.spyOn(fs, 'copyFileSync').mockImplementation((from, to) => {
    copyFileSync(from, to);
    fs.writeFileSync(path.join(dataDir(), 'demo.json'), '{}');
  });
  await expect(restore()).rejects.toThrow(/^[^\n]*\(demo\.json\)[^\n]*npm run restore[^\n]*\.$/);
  expect(fs.readdirSync(dataDir())).toEqual(['demo.json']);
});

test('control: an undisturbed restore puts everything there', async () => {
  await restore();
  expect(fs.readdirSync(dataDir())).toEqual(['platform.secret']);
});
