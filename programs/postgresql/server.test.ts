import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { longestStopMs } from '#programs/base/run-command.ts';
import { longestDrainMs } from '#programs/desk/desk-server.ts';
import { stopServer } from './server.ts';

/** The folder of a server whose process is given, with a `pg_ctl` that stops nothing and notes how it was called. */
function folderOf(processOf: (folder: string) => number) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-stop-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const [pgCtl, said] = [path.join(folder, 'pg_ctl'), path.join(folder, 'said')];
  fs.writeFileSync(pgCtl, `#!/bin/sh\necho "$@" >> ${said}\nexit 1\n`, { mode: 0o755 });
  fs.writeFileSync(path.join(folder, 'postmaster.pid'), `${processOf(folder)}\n`);
  const readCommands = () => fs.readFileSync(said, 'utf8').trim().split('\n');
  return { readCommands, stop: () => stopServer({ folder, binaries: { pgCtl }, user: undefined }) };
}

/** A process that works in a folder, as a server does. */
function workIn(cwd: string): number {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1_000)'], { cwd, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.pid === undefined) throw new Error('No process was started.');
  return child.pid;
}

test('a server that does not stop is told to stop at once, before its program has to end, and is a failure if it still runs', async () => {
  const { readCommands, stop } = folderOf(workIn);
  await expect(stop()).rejects.toThrow(/^The embedded PostgreSQL in [^\n]* does not stop\.$/);
  const commands = readCommands();
  expect(commands.map((command) => /-m (\w+)/.exec(command)?.[1])).toEqual(['fast', 'immediate']);
  const fastS = Number(/--timeout=(\d+)/.exec(commands[0] ?? '')?.[1]);
  expect(longestDrainMs + fastS * 1_000).toBeLessThan(longestStopMs);
});

test('a server that has ended by itself is no failure', async () => {
  await folderOf(() => process.pid).stop();
});
