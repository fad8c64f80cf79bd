import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as binaries from '#programs/postgresql/binaries.ts';
import * as operatingUser from '#programs/postgresql/operating-user.ts';
import { type BackupNote, clusterIn } from './backup-folder.ts';
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

const restore = (programs: BackupNote['programs'] = {}, postgresql = 18) =>
  restoreBackup({
    backup: root,
    note: { madeBy: 'npm run backup', asOf: '', postgresql, programs, files: ['platform.secret'] },
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
  expect(await restore()).toEqual({ needsCarryOver: false });
  expect(fs.readdirSync(dataDir())).toEqual(['platform.secret']);
});

test('a backup of an older PostgreSQL is not read, and the answer tells that numbers were not skipped', async () => {
  fs.mkdirSync(clusterIn(root, 'platform'), { recursive: true });
  expect(await restore({ platform: { tables: 1, rows: 1 } }, 17)).toEqual({ needsCarryOver: true });
});

test('a disk without room for all databases is named before anything is copied, and what an interrupted restore left on it counts as room', async () => {
  const contents = { tables: 1, rows: 1 };
  for (const program of ['desk', 'platform'] as const) {
    fs.mkdirSync(clusterIn(root, program), { recursive: true });
    fs.writeFileSync(path.join(clusterIn(root, program), 'PG_VERSION'), Buffer.alloc(3_000_000));
  }
  const left = path.join(dataDir(), 'desk', 'left');
  fs.mkdirSync(path.dirname(left), { recursive: true });
  fs.mkdirSync(path.join(dataDir(), 'restore.unfinished'));
  fs.writeFileSync(path.join(dataDir(), 'restore.unfinished', 'names.json'), '["desk"]');
  fs.writeFileSync(left, '');
  const { statfsSync } = fs;
  const free = vi.spyOn(fs, 'statfsSync').mockImplementation((folder) => {
    expect(fs.existsSync(left)).toBe(false);
    return { ...statfsSync(folder), bavail: 4_000, bsize: 1_000 };
  });
  const copying = vi.spyOn(fs.promises, 'copyFile');
  await expect(restore({ desk: contents, platform: contents })).rejects.toThrow(
    `The disk that holds ${path.join(dataDir(), 'desk')} has not the 6 MB that this needs: make room on it.`,
  );
  expect(free).toHaveBeenCalled();
  expect(copying).not.toHaveBeenCalled();
  expect(fs.readdirSync(dataDir())).toEqual([]);
});
