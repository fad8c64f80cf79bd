import path from 'node:path';
import { packageCommand, root, runNode } from '#programs/base/run-program.ts';
import { UserError } from '#programs/base/user-error.ts';
import { buildOnce } from './build-lock.ts';
import { buildEnvironment, deskStamp, isBuilt, stampDesk } from './build-state.ts';
import { refuseWhileServed } from './refuse-while-served.ts';

const desk = { isBuilt, build, stamp: stampDesk, stampFile: deskStamp };

/** Builds the desk for production, at its start, unless the existing build was made from these sources. */
export const buildDesk = (): Promise<void> => buildOnce(desk);

/**
 * The same for a command. A start is not refused: of desks that start together one builds, while the others wait for it.
 * @throws UserError while a desk runs from this folder
 */
export const buildDeskByCommand = (): Promise<void> => buildOnce({ ...desk, check: refuseWhileServed });

async function build(): Promise<void> {
  console.error('Building the desk …');
  const env = { ...process.env, ...buildEnvironment(), NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' };
  await runStep([packageCommand('next/dist/bin/next'), 'build'], env);
  // by a process that ends: the compressor keeps its memory
  await runStep([path.join(root, 'programs', 'build', 'compress-desk.ts')]);
}

async function runStep(args: string[], env?: NodeJS.ProcessEnv): Promise<void> {
  const code = await runNode(args, { env, output: 'stderr' });
  if (code !== 0) throw new UserError('The desk could not be built: see the messages above.');
}
