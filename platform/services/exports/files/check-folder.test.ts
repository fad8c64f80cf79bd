import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { checkFolder } from './check-folder.ts';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-exports-'));
fs.writeFileSync(path.join(home, 'file'), '');
afterAll(() => fs.rmSync(home, { recursive: true }));

test.each([
  ['exists', '.', false],
  ['the store can create', 'not/made/yet', false],
  ['is a file', 'file', true],
  ['nobody can create', 'file/exports', true],
])('a folder that %s', async (_what, name, isReported) => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const folder = path.join(home, name);
  await checkFolder(log, folder);
  const line = [{ error: expect.any(Error), folder }, 'files of the data export cannot be stored'];
  expect(log.error.mock.calls).toEqual(isReported ? [line] : []);
  expect(fs.readdirSync(home)).toEqual(['file']);
});
