import { setTimeout as sleep } from 'node:timers/promises';

/** The result of the work. @throws an error that names the work if it takes longer than this many milliseconds */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = sleep(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${what} took longer than ${ms / 1000} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}
