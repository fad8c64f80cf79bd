import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '#shared/testing/until.ts';
import { removeStalePidFile } from './find-running.ts';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-noted-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true });
});

/** Starts a process titled like one of PostgreSQL's, in a working directory that is unreadable to us. */
function startCalled(title: string): { pid: number | undefined; end(): void } {
  const program = path.join(folder, 'postgres');
  fs.symlinkSync('/bin/sleep', program);
  const { readlinkSync } = fs;
  vi.spyOn(fs, 'readlinkSync').mockImplementation(((file: fs.PathLike) => {
    if (!String(file).startsWith('/proc/')) return readlinkSync(file);
    throw Object.assign(new Error('permission denied'), { code: 'EACCES' });
  }) as typeof readlinkSync); // safe because: it stands in for the test
  const child = spawn(program, ['600'], { argv0: title, stdio: 'ignore' });
  return { pid: child.pid, end: () => child.kill() };
}

describe.skipIf(process.platform !== 'linux')('a PostgreSQL process whose working directory is unreadable', () => {
  test.each([
    ['a backend process of another server is a stranger', 'postgres: walwriter', false],
    ['the server itself may be ours', '/usr/lib/postgresql/18/bin/postgres', true],
  ])('%s', async (_, title, isKept) => {
    const { pid, end } = startCalled(title);
    const note = path.join(folder, 'postmaster.pid');
    fs.writeFileSync(note, `${pid}\n${folder}\n`);
    try {
      await until(() => expect(fs.readFileSync(`/proc/${pid}/comm`, 'utf8')).toBe('postgres\n'));
      await removeStalePidFile(folder);
    } finally {
      end();
    }
    expect(fs.existsSync(note)).toBe(isKept);
  });
});
