import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '#e2e/base/fixtures.ts';
import { askFromNetwork, ownAddress, refusedByNetwork } from '#e2e/base/own-network.ts';
import { findFreePort } from '#programs/base/free-ports.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';

test('npm start at a gym restarts a desk that died, reports it, answers its network only `/health` and `/ready`, and still stops gracefully', async ({
  stack,
}) => {
  const gym = await stack.platformAdmin<{ apiKey: string }>(
    'create-gym',
    '--name',
    'Our gym',
    '--time-zone',
    'Europe/Berlin',
  );
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-gym-'));
  fs.chmodSync(dataDir, 0o755);
  const postmaster = path.join(dataDir, 'desk', 'postgresql', 'postmaster.pid');
  const port = await findFreePort();
  const started = spawn(process.execPath, ['programs/bootstrap.mjs', 'start'], {
    env: {
      ...ownSurroundings(),
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '0.0.0.0',
      DESK_URL: `http://127.0.0.1:${port}`,
      DESK_SECRET: 'a secret of the browser tests, long enough',
      GYM_NAME: 'Our gym',
      GYM_API_URL: stack.gymUrl,
      GYM_API_KEY: gym.apiKey,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => started.on('exit', resolve));
  let said = '';
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk));
  const timesReady = () => said.split('Desk ready at').length - 1;
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined))?.ok;
  try {
    await expect.poll(timesReady).toBe(1);
    const pid = Number(/"pid":(\d+)/.exec(said)?.[1]);
    process.kill(pid, 'SIGKILL');
    await expect.poll(timesReady).toBe(2);
    expect(said).toContain('The desk was killed, and is started again in 1 s.');
    await expect.poll(isReady).toBe(true);
    if (ownAddress) await expect.poll(() => askFromNetwork(port)).toEqual(refusedByNetwork);
    // a busy PostgreSQL may keep the desk waiting for longer than it waits
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/sign-in`)).status).toBe(200);
    started.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(fs.existsSync(postmaster)).toBe(false);
  } finally {
    started.kill('SIGKILL');
    await ended;
    if (fs.existsSync(postmaster)) process.kill(Number(fs.readFileSync(postmaster, 'utf8').split('\n')[0]), 'SIGKILL');
    fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  }
});
