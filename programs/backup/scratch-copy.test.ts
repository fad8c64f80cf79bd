import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findOperatingUser } from '#programs/postgresql/operating-user.ts';
import { removeScratchCopies } from './scratch-copy.ts';

let root = '';
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-scratch-'));
  fs.chmodSync(root, 0o755);
});
afterEach(() => fs.rmSync(root, { recursive: true }));

test('a process that reuses the id of a server that is gone is not killed', async () => {
  const user = findOperatingUser();
  const stranger = spawn('sleep', ['600'], { ...user, cwd: '/', stdio: 'ignore' });
  const ended = vi.fn();
  const isOver = new Promise<void>((resolve) => stranger.on('exit', (_code, signal) => resolve(void ended(signal))));
  const left = path.join(root, 'postgresql.read-back');
  fs.mkdirSync(left);
  fs.writeFileSync(path.join(left, 'postmaster.pid'), `${stranger.pid}\n${left}\n1\n1\n`);
  fs.writeFileSync(path.join(left, 'PG_VERSION'), '18\n');
  if (user) fs.chownSync(left, user.uid, user.gid);
  try {
    await removeScratchCopies(path.join(root, 'postgresql'), user);
    expect(fs.readdirSync(root)).toEqual([]);
  } finally {
    stranger.kill('SIGKILL');
    await isOver;
  }
  expect(ended).toHaveBeenCalledWith('SIGKILL'); // ours: nothing else has killed it
});
