import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';
import { openMeasuredHeaps } from './measured-heaps.ts';

/** Holds as many objects and buffers as it is told to, and drops three times as many. */
const program = `
  const objects = (megabytes) => Array.from({ length: megabytes }, () => new Array(125_000).fill(0));
  const held = [];
  process.on('message', (megabytes) => {
    held.push(objects(megabytes / 2), Buffer.alloc((megabytes / 2) * 1e6, 1));
    for (let round = 0; round < 3; round += 1) objects(megabytes);
    process.send('held');
  });
  process.send('ready');`;

test('what is held counts, objects and buffers alike, and what was dropped does not', async () => {
  const heaps = openMeasuredHeaps();
  const env = { ...ownSurroundings(), ...heaps.environment };
  const child = spawn(process.execPath, ['--eval', program], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    await once(child, 'message');
    const before = await heaps.read(child.pid ?? 0);
    child.send(20);
    await once(child, 'message');
    const grown = (await heaps.read(child.pid ?? 0)) - before;
    expect(grown).toBeGreaterThan(19);
    expect(grown).toBeLessThan(23);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
    heaps.close();
  }
});
