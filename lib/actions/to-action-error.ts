import 'server-only';
import { unstable_rethrow } from 'next/navigation';
import { ZodError } from 'zod';
import type { Desk } from '#lib/desk/desk.ts';
import { ActionFailure } from './failure.ts';
import type { ActionError } from './result.ts';

/**
 * What the browser may know of something thrown on the server; the log gets the rest under the same request id.
 * What Next itself throws to redirect or to answer "not found" is thrown on.
 */
export function toActionError(error: unknown, requestId: string, log: Desk['log']): ActionError {
  unstable_rethrow(error);
  if (error instanceof ActionFailure) {
    const { code, message, fieldErrors } = error;
    return { code, message, requestId, retryable: code === 'platformUnavailable', fieldErrors };
  }
  if (error instanceof ZodError) {
    const fieldErrors = Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]));
    return { code: 'invalidInput', message: 'Some fields are not valid.', requestId, retryable: false, fieldErrors };
  }
  log.error({ requestId, error }, 'a call of a screen failed');
  return { code: 'unexpected', message: 'The desk could not do this.', requestId, retryable: true };
}
