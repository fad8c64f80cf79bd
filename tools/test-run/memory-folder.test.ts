import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeMemoryFolder } from './memory-folder.ts';

let sharedMemory: string;
const availableMemory = 16 * 1024 ** 3;

beforeEach(() => {
  sharedMemory = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-memory-'));
});
afterEach(() => fs.rmSync(sharedMemory, { recursive: true }));

test('a run gets a folder in memory that every user can write to, and removes the folders of killed runs', () => {
  for (const name of [`front-desk-test-${process.ppid}`, 'front-desk-test-999999999', 'of somebody else'])
    fs.mkdirSync(path.join(sharedMemory, name));
  const folder = makeMemoryFolder({ sharedMemory, availableMemory });
  expect(folder).toBe(path.join(sharedMemory, `front-desk-test-${process.pid}`));
  expect(fs.statSync(folder ?? '').mode & 0o7777).toBe(0o1777);
  const left = [`front-desk-test-${process.pid}`, `front-desk-test-${process.ppid}`, 'of somebody else'];
  expect(fs.readdirSync(sharedMemory).sort()).toEqual(left.sort());
});

test('a machine without such a folder or with too little memory uses the usual folder', () => {
  expect(makeMemoryFolder({ sharedMemory: path.join(sharedMemory, 'nowhere'), availableMemory })).toBeNull();
  expect(makeMemoryFolder({ sharedMemory, availableMemory: 8 * 1024 ** 3 })).toBeNull();
  expect(fs.readdirSync(sharedMemory)).toEqual([]);
});
