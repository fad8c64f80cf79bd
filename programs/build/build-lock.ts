import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '#programs/base/run-program.ts';
import { UserError } from '#programs/base/user-error.ts';
import { releaseLock, tryLock } from '#programs/bootstrap/process-lock.mjs';

const pollEveryMs = 300;

const notWritable: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it cannot be written to from here',
};

interface Waiting {
  /** Receives a message for the waiting person. */
  tell?: (sentence: string) => void;
  wait?: (ms: number) => Promise<unknown>;
}

const ourLock = path.join(root, '.building');

interface Build {
  isBuilt: () => boolean;
  /** Throws if it must not be built now. */
  check?: () => void;
  build: () => Promise<void>;
  /** The stamp of the sources of the build. */
  stamp: () => string;
  /** The file that holds that of the last build. */
  stampFile: string;
}

/** Builds unless it is built, also by the process whose build this one waited for. */
export async function buildOnce({ isBuilt, check, build, stamp, stampFile }: Build, lock = ourLock): Promise<void> {
  if (isBuilt()) return;
  await acquireBuildLock(lock);
  try {
    if (isBuilt()) return;
    check?.();
    const sources = stamp(); // a change of the sources while it builds may be missing in the build
    await build();
    fs.writeFileSync(stampFile, sources);
  } finally {
    releaseLock(lock);
  }
}

/**
 * Two programs started at once must not build into one folder: waits for a living process that builds, and names it.
 * @param lock the lock folder beside the build
 * @throws UserError if nothing can be built
 */
export async function acquireBuildLock(
  lock: string,
  { tell = console.error, wait = sleep }: Waiting = {},
): Promise<void> {
  for (let told: number | undefined; ; await wait(pollEveryMs)) {
    const owner = tryBuildLock(lock);
    if (owner === undefined) return;
    if (owner !== told) tell(`Waiting for process ${owner}, which builds here …`);
    told = owner;
  }
}

function tryBuildLock(lock: string): number | undefined {
  try {
    return tryLock(lock);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = notWritable[code];
    if (!reason) throw error;
    throw new UserError(
      `What is built in ${path.dirname(lock)} is not from the sources that are there, and ${reason}: run "npm run build" there as its owner, then start again.`,
    );
  }
}
