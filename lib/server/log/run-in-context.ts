import type { Log } from '#shared/log/log.ts';
import { requestMessage } from '#shared/log/request-line.ts';
import { hasNotes, logContext, logProblems } from './log-context.ts';
import { currentContext, newRequestContext, runInContext } from './request-context.ts';

/** Runs the work of a request in its context. Without one, as in development, opens a context with its own log line. */
export async function joinRequest<T>(log: Log, work: (requestId: string) => Promise<T>): Promise<T> {
  const current = currentContext();
  if (current) return work(current.requestId);
  const context = newRequestContext();
  try {
    return await runInContext(context, () => work(context.requestId));
  } finally {
    if (hasNotes(context)) logContext(log, context, {}, requestMessage);
  }
}

/** Runs background work in a context of its own, whatever started it. */
export const inOwnContext = <T>(work: () => Promise<T>): Promise<T> => runInContext(newRequestContext(), work);

interface Attempt {
  /** Logged: ids alone. */
  about: object;
  /** The log message where `run` throws. */
  broken: string;
  run: () => Promise<void>;
}

/**
 * Runs one attempt of background work in a context of its own. Problems of platforms and exceptions are one log line; it never
 * throws.
 * @returns false after an exception
 */
export function runAttempt(log: Log, { about, broken, run }: Attempt): Promise<boolean> {
  const context = newRequestContext();
  return runInContext(context, async () => {
    try {
      await run();
      logProblems(log, about);
      return true;
    } catch (error) {
      context.code = 'unexpected';
      logContext(log, context, { ...about, error }, broken);
      return false;
    }
  });
}
