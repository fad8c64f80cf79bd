import path from 'node:path';
import { root, runNode } from '#programs/base/run-program.ts';
import { UserError } from '#programs/base/user-error.ts';
import { buildOnce } from './build-lock.ts';
import { bundleStamp, isBundled, stampPlatform } from './platform-bundle.ts';

/** Bundles the platform unless that has been done with these sources. */
export const buildPlatform = (): Promise<void> =>
  buildOnce({ isBuilt: isBundled, build, stamp: stampPlatform, stampFile: bundleStamp() });

async function build(): Promise<void> {
  console.error('Bundling the platform …');
  const code = await runNode([path.join(root, 'programs', 'build', 'bundle-platform.ts')], { output: 'stderr' });
  if (code !== 0) throw new UserError('The platform could not be bundled: see the messages above.');
}
