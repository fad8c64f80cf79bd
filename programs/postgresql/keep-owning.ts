import { setTimeout as sleep } from 'node:timers/promises';
import type { WatchedConnection } from './connection.ts';

const retryEveryMs = 1_000;
const mostTries = 10;
/** A server that ran this long after it was started again has recovered; one that did not uses up the tries. */
const recoveredAfterMs = 60_000;

interface KeepOwningOptions {
  /** The connection that holds the owner's lock. */
  owner: WatchedConnection;
  /** Finds or starts the server at its old address. @returns a connection that holds the lock again */
  startAgain(): Promise<WatchedConnection>;
  folder: string;
  tell(sentence: string): void;
}

interface Keeper {
  /** Settles with a sentence when the server could not be kept running. */
  ended: Promise<string>;
  /** Lets the server go; nothing is started from then on. */
  release(): Promise<void>;
}

/** The loss of the owner's connection is how the end of a server is noticed; then it is started again. */
export function keepOwning({ owner: first, startAgain, folder, tell }: KeepOwningOptions): Keeper {
  const ended = Promise.withResolvers<string>();
  let owner = first;
  let isReleased = false;
  let tries = 0;
  let failure: unknown = 'it ends again and again';

  const revive = async (): Promise<WatchedConnection | undefined> => {
    for (; tries < mostTries && !isReleased; await sleep(retryEveryMs)) {
      tries += 1;
      try {
        return await startAgain();
      } catch (error) {
        failure = error instanceof Error ? error.message : error;
      }
    }
    return undefined;
  };
  const keep = async () => {
    while (!isReleased) {
      const ownedSince = Date.now();
      await owner.lost;
      if (isReleased) return;
      if (Date.now() - ownedSince > recoveredAfterMs) tries = 0;
      const next = await revive();
      if (!next) break;
      owner = next;
      tell(`The embedded PostgreSQL in ${folder} had ended, and runs again.`);
    }
    if (!isReleased)
      ended.resolve(`The embedded PostgreSQL in ${folder} ended and cannot be started again: ${failure}`);
  };

  const keeping = keep();
  const letGo = () => owner.client.end().catch(() => {});
  return {
    ended: ended.promise,
    release: async () => {
      isReleased = true;
      await letGo();
      await keeping;
      await letGo(); // of what was started again in between
    },
  };
}
