import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { longestStopMs } from '#programs/base/run-command.ts';
import { stopServer } from './server.ts';

test('a server that does not stop is told to stop at once, before its program has to end', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-stop-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const [pgCtl, said] = [path.join(folder, 'pg_ctl'), path.join(folder, 'said')];
  fs.writeFileSync(pgCtl, `#!/bin/sh\necho "$@" >> ${said}\nexit 1\n`, { mode: 0o755 });
  await stopServer({ folder, binaries: { pgCtl }, user: undefined });
  const commands = fs.readFileSync(said, 'utf8').trim().split('\n');
  expect(commands.map((command) => /-m (\w+)/.exec(command)?.[1])).toEqual(['fast', 'immediate']);
  const seconds = commands.map((command) => Number(/--timeout=(\d+)/.exec(command)?.[1]));
  expect(seconds.reduce((sum, each) => sum + each) * 1_000).toBeLessThan(longestStopMs);
});
