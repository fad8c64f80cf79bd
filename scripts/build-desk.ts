import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildEnvironment, isBuilt, markBuilt } from './build-state.ts';
import { compressBuild } from './compress-build.ts';
import { isAlive } from './is-alive.ts';
import { packageCommand, root, runNode } from './run-program.ts';
import { UserError } from './user-error.ts';

const turnFile = path.join(root, '.building');
const lookEveryMs = 300;

/** Builds the desk for production unless the build there is was made from these sources. */
export async function buildDesk(): Promise<void> {
  if (isBuilt()) return;
  await takeTurn();
  try {
    if (isBuilt()) return; // the one before us did it
    console.error('Building the desk …');
    const code = await runNode([packageCommand('next/dist/bin/next'), 'build'], {
      env: { ...process.env, ...buildEnvironment(), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      output: 'stderr',
    });
    if (code !== 0) throw new UserError('The desk could not be built: see the messages above.');
    await compressBuild(path.join(root, '.next'));
    markBuilt();
  } finally {
    fs.rmSync(turnFile, { force: true });
  }
}

/** Two programs started at once must not build into one folder. */
async function takeTurn(): Promise<void> {
  for (;;) {
    try {
      fs.writeFileSync(turnFile, String(process.pid), { flag: 'wx' });
      return;
    } catch {
      const owner = Number(fs.existsSync(turnFile) && fs.readFileSync(turnFile, 'utf8'));
      if (owner && !isAlive(owner)) fs.rmSync(turnFile, { force: true });
      await sleep(lookEveryMs);
    }
  }
}
