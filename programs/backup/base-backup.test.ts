import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyIfThere } from './base-backup.ts';

let root = '';
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-base-backup-'));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

test('a file that the database drops during the copy is skipped', async () => {
  await copyIfThere(path.join(root, 'dropped'), path.join(root, 'copy'));
  expect(fs.readdirSync(root)).toEqual([]);
});

test('a backup folder that disappears during the copy, as with its disk, is not mistaken for a dropped file', async () => {
  const file = path.join(root, 'file');
  fs.writeFileSync(file, 'rows');
  await expect(copyIfThere(file, path.join(root, 'gone', 'file'))).rejects.toThrow(/ENOENT/);
});

test('a copy is readable by its owner only, whatever the mode of the original', async () => {
  const [file, copy] = [path.join(root, 'file'), path.join(root, 'copy')];
  fs.writeFileSync(file, 'rows', { mode: 0o644 });
  await copyIfThere(file, copy);
  expect([fs.readFileSync(copy, 'utf8'), fs.statSync(copy).mode & 0o777]).toEqual(['rows', 0o600]);
});
