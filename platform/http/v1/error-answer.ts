import type { Context } from 'hono';
import type { Logger } from 'pino';
import { PlatformError } from '#platform/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { toPlatformError } from '#platform/http/error-answer.ts';

/** Answers every failure of the gym interface in its own words, `{error, errorText}`. */
export const answerGymError =
  (log: Logger) =>
  (error: unknown, c: Context<PlatformEnv>): Response => {
    const known = toPlatformError(error);
    if (!known) log.error({ requestId: c.get('requestId'), err: error }, 'request failed');
    const failure = known ?? new PlatformError('internalServerError', 'Something went wrong on our side.');
    const status = statusOf(failure);
    return c.json({ error: status, errorText: textOf(failure) }, status);
  };

/** The one table from a failure to a status of this interface. */
function statusOf({ problem, status }: PlatformError) {
  if (problem === 'mediaType') return 415;
  if (problem === 'size') return 413;
  return status;
}

/** One sentence, and one more for every field that was refused. */
const textOf = ({ message, fieldErrors }: PlatformError): string =>
  [message, ...fieldErrors.map(({ name, message }) => `${name}: ${message}`)].join(' ');
