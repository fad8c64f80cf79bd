import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '#programs/base/user-error.ts';
import { tryTurn } from '#programs/bootstrap/turn.mjs';

const lookEveryMs = 300;

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

/**
 * Two programs started at once must not build into one folder: waits for a living process that builds, and names it.
 * @param turn the lock folder beside the build
 * @throws UserError if nothing can be built
 */
export async function takeBuildTurn(turn: string, { tell = console.error, wait = sleep }: Waiting = {}): Promise<void> {
  for (let told: number | undefined; ; await wait(lookEveryMs)) {
    const owner = tryBuildTurn(turn);
    if (owner === undefined) return;
    if (owner !== told) tell(`Waiting for process ${owner}, which builds the desk here …`);
    told = owner;
  }
}

function tryBuildTurn(turn: string): number | undefined {
  try {
    return tryTurn(turn);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = notWritable[code];
    if (!reason) throw error;
    throw new UserError(
      `The desk in ${path.dirname(turn)} is not built from the sources that are there, and ${reason}: run "npm run build" there as its owner, then start again.`,
    );
  }
}
