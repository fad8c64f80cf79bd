import type { Log } from '#shared/log/log.ts';
import { requestMessage } from '#shared/log/request-line.ts';
import { hasNotes, logContext, logProblems } from './log-context.ts';
import { currentContext, newRequestContext, runInContext } from './request-context.ts';

/** Does what a request asks for. Where no server has opened a context, as in development, this is one with its own line. */
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

/** Does background work under an id of its own, whoever set it off. */
export const inOwnContext = <T>(work: () => Promise<T>): Promise<T> => runInContext(newRequestContext(), work);

interface Attempt {
  /** Logged: ids alone. */
  about: object;
  /** The log message where `run` throws. */
  broken: string;
  run: () => Promise<void>;
}

/**
 * Makes one attempt of background work under an id of its own. What a platform did not do of it, and what breaks, is one
 * line of the log; nothing is thrown.
 */
export function runAttempt(log: Log, { about, broken, run }: Attempt): Promise<void> {
  const context = newRequestContext();
  return runInContext(context, async () => {
    try {
      await run();
      logProblems(log, about);
    } catch (error) {
      context.code = 'unexpected';
      logContext(log, context, { ...about, error }, broken);
    }
  });
}
