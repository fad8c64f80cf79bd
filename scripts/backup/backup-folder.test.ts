import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type BackupNote,
  deleteOldBackups,
  listBackups,
  nameBackup,
  requireBackup,
  writeNote,
} from './backup-folder.ts';

const note: BackupNote = {
  madeBy: 'npm run backup',
  asOf: '2026-11-20T12:00:00.000Z',
  postgresql: 18,
  programs: {},
  files: [],
};

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-backups-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function makeBackup(day: number): string {
  const backup = path.join(folder, nameBackup(new Date(Date.UTC(2026, 10, day, 3))));
  fs.mkdirSync(backup);
  writeNote(backup, note);
  return backup;
}

test('the newest backups are kept, and of everything else in the folder only older backups go', () => {
  const [first, second, third] = [1, 2, 3].map(makeBackup);
  const others = ['front-desk-20200101T000000Z', 'front-desk-20200101T000000Z.unfinished', 'holiday-photos', '0-notes'];
  for (const name of others) fs.mkdirSync(path.join(folder, name));
  const foreign = path.join(folder, 'front-desk-20200102T000000Z');
  fs.mkdirSync(foreign);
  fs.writeFileSync(path.join(foreign, 'backup.json'), '{"madeBy":"somebody else"}');
  const moved = path.join(folder, 'the-one-before-the-move');
  fs.cpSync(first ?? '', moved, { recursive: true });

  expect(deleteOldBackups(folder, 2)).toEqual([first]);
  expect(listBackups(folder)).toEqual([second, third]);
  for (const name of others) expect(fs.existsSync(path.join(folder, name))).toBe(true);
  expect([foreign, moved].every((kept) => fs.existsSync(kept))).toBe(true);
  expect(deleteOldBackups(folder, 5)).toEqual([]);
});

test('a backup is named itself or by the folder it is kept in, where the newest is meant', () => {
  const [first, second] = [1, 2].map(makeBackup);
  expect(requireBackup(folder).backup).toBe(second);
  expect(requireBackup(first ?? '').backup).toBe(first);
  expect(() => requireBackup(os.tmpdir())).toThrow(/^There is no backup in [^\n]*$/);
});

test('a backup that was not finished is none', () => {
  fs.mkdirSync(path.join(folder, `${nameBackup(new Date())}.unfinished`));
  fs.mkdirSync(path.join(folder, nameBackup(new Date())));
  expect(() => requireBackup(folder)).toThrow('There is no backup');
});
