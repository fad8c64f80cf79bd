import path from 'node:path';
import { packageCommand, root, runNode } from '#programs/base/run-program.ts';
import { UserError } from '#programs/base/user-error.ts';
import { buildOnce } from './build-lock.ts';
import { buildEnvironment, deskStamp, digestSources, isBuilt } from './build-state.ts';
import { compressBuild } from './compress-build.ts';

/** Builds the desk for production unless the existing build was made from these sources. */
export const buildDesk = (): Promise<void> => buildOnce({ isBuilt, build, digest: digestSources, stamp: deskStamp });

async function build(): Promise<void> {
  console.error('Building the desk …');
  const code = await runNode([packageCommand('next/dist/bin/next'), 'build'], {
    env: { ...process.env, ...buildEnvironment(), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    output: 'stderr',
  });
  if (code !== 0) throw new UserError('The desk could not be built: see the messages above.');
  await compressBuild(path.join(root, '.next'));
}
