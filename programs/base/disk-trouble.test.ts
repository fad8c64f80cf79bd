import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeDiskTrouble } from './disk-trouble.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-disk-'));

test.each([
  ["Error: ENOSPC: no space left on device, open '/x'", 'full'],
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', 'full'],
  ['initdb failed: FATAL:  could not extend file "base/1/2691"\nHINT:  Check free disk space.', 'full'],
  ["Error: EROFS: read-only file system, mkdir '/x'", 'read-only'],
  ['FATAL:  could not create lock file "postmaster.pid": Read-only file system', 'read-only'],
  ["Error: EACCES: permission denied, mkdir '/x'", 'may not write'],
])('%s is explained in one sentence that says what to do', (reason, word) => {
  expect(describeDiskTrouble(new Error(reason), folder)?.message).toMatch(
    new RegExp(`^[^\\n]*${word}[^\\n]*: [^\\n]*$`),
  );
});

test('another error is not explained here, and the probe of the disk leaves no file', () => {
  expect(describeDiskTrouble(new Error('could not bind'), path.join(folder, 'not', 'there'))).toBeUndefined();
  expect(fs.readdirSync(folder)).toEqual([]);
  fs.rmSync(folder, { recursive: true });
});
