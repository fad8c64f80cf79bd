import type { Context } from 'hono';
import type { ErrorBody } from '#contracts/export/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { failureOf, textOf } from '#platform/http/error-answer.ts';
import type { Log } from '#shared/log/log.ts';

/** Turns every failure of the data export into its format, `{message}`. */
export const answerExportError =
  (log: Log) =>
  (error: unknown, c: Context<PlatformEnv>): Response => {
    const failure = failureOf(error, c, log);
    return c.json({ message: textOf(failure) } satisfies ErrorBody, failure.status);
  };
