import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readShare, withChildren } from './share-of-memory.ts';

test.runIf(process.platform === 'linux')('a process that ends meanwhile has no memory and no children', async () => {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
  const pid = child.pid ?? 0;
  await once(child, 'spawn');
  expect(readShare(pid)).toBeGreaterThan(0);
  expect(withChildren(process.pid)).toContain(pid);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readShare(pid)).toBe(0);
  expect(withChildren(pid)).toEqual([pid]);
});
