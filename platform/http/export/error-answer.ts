import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { ErrorBody } from '#contracts/export/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { failureOf, textOf } from '#platform/http/error-answer.ts';

/** Answers every failure of the data export in its own words, `{message}`. */
export const answerExportError =
  (log: Logger) =>
  (error: unknown, c: Context<PlatformEnv>): Response => {
    const failure = failureOf(error, c, log);
    return c.json({ message: textOf(failure) } satisfies ErrorBody, failure.status);
  };
