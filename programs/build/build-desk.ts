import path from 'node:path';
import { packageCommand, root, runNode } from '#programs/base/run-program.ts';
import { UserError } from '#programs/base/user-error.ts';
import { releaseLock } from '#programs/bootstrap/process-lock.mjs';
import { acquireBuildLock } from './build-lock.ts';
import { buildEnvironment, isBuilt, markBuilt } from './build-state.ts';
import { compressBuild } from './compress-build.ts';

const lock = path.join(root, '.building');

/** Builds the desk for production unless the existing build was made from these sources. */
export async function buildDesk(): Promise<void> {
  if (isBuilt()) return;
  await acquireBuildLock(lock);
  try {
    if (isBuilt()) return; // the process that held the lock before us built it
    console.error('Building the desk …');
    const code = await runNode([packageCommand('next/dist/bin/next'), 'build'], {
      env: { ...process.env, ...buildEnvironment(), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      output: 'stderr',
    });
    if (code !== 0) throw new UserError('The desk could not be built: see the messages above.');
    await compressBuild(path.join(root, '.next'));
    markBuilt();
  } finally {
    releaseLock(lock);
  }
}
