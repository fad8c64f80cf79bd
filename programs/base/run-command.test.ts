import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fail } from './run-command.ts';

let root = '';
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-command-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(root, { recursive: true });
});

/** What a command prints that fails with the system error of a copy. */
function printedFor(code: string, source: string, target: string): unknown {
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended');
  });
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  const failed = new Error(`${code}: it failed, copyfile '${source}' -> '${target}'`);
  expect(() => fail(Object.assign(failed, { code, path: source, dest: target }))).toThrow('ended');
  return print.mock.lastCall?.[0];
}

test.each([
  ['ENOSPC', 'full'],
  ['EROFS', 'read-only'],
])('a copy that fails with %s is explained by the disk of its target, not by that of what is copied', (code, word) => {
  const [source, target] = [path.join(root, 'backups', 'a'), path.join(root, 'data', 'a')];
  expect(printedFor(code, source, target)).toMatch(new RegExp(`^The disk that holds ${target} is ${word}: `));
});

test('a copy that this user may not make is explained by the file that it is made of', () => {
  const [source, target] = [path.join(root, 'data', 'platform.secret'), path.join(root, 'backups', 'platform.secret')];
  expect(printedFor('EACCES', source, target)).toMatch(new RegExp(`^This user may not write to ${source}: `));
});
