import type { Context } from 'hono';
import type { PlatformError } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { failureOf, textOf } from '#platform/http/error-answer.ts';
import type { Log } from '#shared/log/log.ts';

/** Turns every failure of the gym interface into its format, `{error, errorText}`. */
export const answerGymError =
  (log: Log) =>
  (error: unknown, c: Context<PlatformEnv>): Response => {
    const failure = failureOf(error, c, log);
    const status = statusOf(failure);
    return c.json({ error: status, errorText: textOf(failure) }, status);
  };

/** The only mapping from a failure to a status of this interface. */
function statusOf({ problem, status }: PlatformError) {
  if (problem === 'mediaType') return 415;
  if (problem === 'size') return 413;
  return status;
}
