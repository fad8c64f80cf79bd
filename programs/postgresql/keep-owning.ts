import { setTimeout as sleep } from 'node:timers/promises';
import type { WatchedConnection } from './connection.ts';

const retryEveryMs = 1_000;
const mostTries = 10;
/** A restarted server that ran this long has recovered; one that ended earlier uses up a try. */
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
  /** Settles with a message if the server could not be kept running. */
  ended: Promise<string>;
  /** Stops watching: no restart from then on. */
  release(): Promise<void>;
}

/** Detects the end of the server by the loss of the owner's connection, and restarts it. */
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
      await letGo(); // the connection of a restart in between
    },
  };
}
