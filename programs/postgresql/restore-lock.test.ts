import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requireRestored } from './require-restored.ts';
import { beginRestore } from './restore-lock.ts';

let root = '';
const dataDir = () => path.join(root, 'data');
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-restore-'));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const names = ['desk', 'platform', 'platform.secret'];

/** Simulates that the running restore was killed. */
function killOwner(): void {
  const owner = path.join(dataDir(), 'restore.unfinished', 'owner');
  fs.writeFileSync(owner, JSON.stringify({ pid: 2 ** 22 + 1, start: 'before' }));
}

/**
 * Leaves what a restore leaves if killed after it has put one database in place, inside and outside the data folder.
 */
function leaveCutOff(): string {
  beginRestore(dataDir(), names);
  killOwner();
  fs.mkdirSync(path.join(dataDir(), 'desk', 'postgresql'), { recursive: true });
  const outside = path.join(root, 'outside');
  fs.mkdirSync(path.join(outside, 'postgresql'), { recursive: true });
  fs.mkdirSync(path.join(dataDir(), 'platform'));
  fs.writeFileSync(path.join(dataDir(), 'platform', 'postgresql.path'), outside);
  return outside;
}

test('during a restore, and after an interrupted one, no program starts; after its end all do', () => {
  const lock = beginRestore(dataDir(), names);
  expect(() => requireRestored(dataDir())).toThrow(/^[^\n]*npm run restore[^\n]*$/);
  lock.end();
  requireRestored(dataDir());
  expect(fs.readdirSync(dataDir())).toEqual([]);
});

test('an interrupted restore can be repeated: what it put there is removed, even outside', () => {
  const outside = leaveCutOff();
  expect(() => requireRestored(dataDir())).toThrow(/^[^\n]*npm run restore[^\n]*$/);
  const lock = beginRestore(dataDir(), names);
  expect(fs.readdirSync(dataDir())).toEqual(['restore.unfinished']);
  expect(fs.existsSync(outside)).toBe(false);
  lock.end();
});

test('a restore killed during the cleanup still knows what to remove when it is repeated', () => {
  const outside = leaveCutOff();
  const { rmSync } = fs;
  const killed = vi.spyOn(fs, 'rmSync').mockImplementation((file, options) => {
    if (file === path.join(dataDir(), 'desk')) throw new Error('killed');
    rmSync(file, options);
  });
  expect(() => beginRestore(dataDir(), ['platform'])).toThrow('killed');
  killed.mockRestore();
  killOwner();
  const lock = beginRestore(dataDir(), ['platform']);
  expect(fs.readdirSync(dataDir())).toEqual(['restore.unfinished']);
  expect(fs.existsSync(outside)).toBe(false);
  lock.end();
});

test('files that it did not put there are not deleted, and stop the restore', () => {
  const outside = leaveCutOff();
  fs.writeFileSync(path.join(dataDir(), 'notes.txt'), 'mine');
  expect(() => beginRestore(dataDir(), names)).toThrow(/^[^\n]* is not empty \(notes\.txt\)[^\n]*$/);
  expect(fs.readdirSync(dataDir()).sort()).toEqual(['desk', 'notes.txt', 'platform', 'restore.unfinished']);
  expect(fs.existsSync(outside)).toBe(true);
});

test('of two concurrent restores into one folder the second is refused', () => {
  const lock = beginRestore(dataDir(), names);
  expect(() => beginRestore(dataDir(), names)).toThrow(`Process ${process.pid} is restoring a backup`);
  lock.end();
});
