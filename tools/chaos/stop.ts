import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '#programs/base/user-error.ts';

/** Stops a run early. */
export interface Stop {
  /** Fires if the user stops the run, or if a part of it fails in the background. */
  signal: AbortSignal;
  /** Waits, until the run is stopped. */
  pause: (ms: number) => Promise<void>;
  /** @throws as soon as the run is stopped */
  orStopped: <T>(work: Promise<T>) => Promise<T>;
}

/** @param told fires when the user stops the run */
export function listenForStop(told: AbortSignal): Stop {
  const broken = new AbortController();
  const breakOff = (error: unknown) => {
    console.error(error);
    broken.abort(error);
  };
  process.on('uncaughtException', breakOff);
  process.on('unhandledRejection', breakOff);
  told.addEventListener('abort', () => broken.abort(new UserError('stopped by the user')));
  return stopOf(broken.signal);
}

export function stopOf(signal: AbortSignal): Stop {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  stopped.catch(() => {});
  return {
    signal,
    pause: (ms) => sleep(ms, undefined, { signal }).catch(() => {}),
    orStopped: (work) => Promise.race([work, stopped]),
  };
}

/** Until members come there is nothing to compare: a stop then ends the run at once. */
export async function untilFirstTap<T>({ signal }: Stop, start: () => Promise<T>): Promise<T> {
  const end = () => process.exit(1);
  signal.addEventListener('abort', end);
  try {
    return await start();
  } finally {
    signal.removeEventListener('abort', end);
  }
}
