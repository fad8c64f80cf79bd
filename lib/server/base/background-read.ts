import type { Log } from '#shared/log/log.ts';

interface BackgroundRead {
  /** The shortest time between two reads, in milliseconds. */
  everyMs: number;
  /** The log message for a failure. */
  broken: string;
  read(): Promise<void>;
}

/**
 * Refreshes a cache in the background, however many requests ask for it: none of them waits for the read or fails with it.
 * @returns starts a read, unless the last one began less than `everyMs` ago
 */
export function throttleRead(
  { clock, log }: { clock: () => number; log: Log },
  { everyMs, broken, read }: BackgroundRead,
): () => void {
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    // after the clock was set back, there is one more read than necessary
    if (Math.abs(clock() - readAt) <= everyMs) return;
    readAt = clock();
    read().catch((error: unknown) => log.warn({ error }, broken));
  };
}
