import { UserError } from '#scripts/user-error.ts';
import { isBuilt, markBuilt } from './build-state.ts';
import { packageCommand, runNode } from './run-program.ts';

/** Builds the desk for production unless the build there is was made from these sources. */
export async function buildDesk(): Promise<void> {
  if (isBuilt()) return;
  console.error('Building the desk …');
  const code = await runNode([packageCommand('next/dist/bin/next'), 'build'], {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    output: 'stderr',
  });
  if (code !== 0) throw new UserError('The desk could not be built: see the messages above.');
  markBuilt();
}
