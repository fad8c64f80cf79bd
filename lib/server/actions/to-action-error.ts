import 'server-only';
import { unstable_rethrow } from 'next/navigation';
import { ZodError } from 'zod';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { storageTroubleIn } from '#lib/server/base/storage-watch.ts';
import { noteFailure } from '#lib/server/log/request-context.ts';
import type { ActionError } from '#lib/wire/action-result.ts';
import { platformTroubles } from '#lib/wire/platform-trouble.ts';

/**
 * Converts an exception into the error that the browser gets. The log line of the request has its code; an unexpected exception is
 * also logged in full, under the same request id.
 * Exceptions by which Next redirects or answers "not found" are rethrown.
 */
export function toActionError(
  { log, requestId }: Pick<DeskContext, 'log'> & { requestId: string },
  error: unknown,
): ActionError {
  unstable_rethrow(error);
  const described = describe(error);
  noteFailure(described.code);
  if (described.code === 'unexpected') log.error({ requestId, error }, 'a call of a screen failed');
  return { ...described, requestId };
}

const retryableCodes = [...platformTroubles, 'deskUnreachable'] as const;

function describe(error: unknown): Omit<ActionError, 'requestId'> {
  if (error instanceof ActionFailure) {
    const { code, message, details } = error;
    return { code, message, retryable: retryableCodes.some((one) => one === code), ...details };
  }
  if (error instanceof ZodError) {
    const fieldErrors = Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]));
    return { code: 'invalidInput', message: 'Some fields are not valid.', retryable: false, fieldErrors };
  }
  if (storageTroubleIn(error))
    return { code: 'storageFailed', message: 'The desk could not save this.', retryable: true };
  return { code: 'unexpected', message: 'The desk could not do this.', retryable: true };
}
