import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Clock } from '#platform/base/clock-and-ids.ts';
import { notFound, PlatformError } from '#platform/base/errors.ts';
import { isCollision, isLostMember } from '#platform/db/collisions.ts';
import type { Log } from '#shared/log/log.ts';
import type { PlatformEnv } from './environment.ts';

const statusNames: Record<PlatformError['status'], string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

/** Turns every failure of version 2 into its error envelope. */
export const answerError =
  (log: Log, clock: Clock) =>
  (error: unknown, c: Context<PlatformEnv>): Response => {
    const { code, status, message, metadata, fieldErrors } = failureOf(error, c, log);
    return c.json(
      {
        timestamp: clock().toISOString(),
        path: c.req.path,
        requestId: c.get('requestId'),
        status,
        error: statusNames[status],
        errorCode: code,
        message,
        fieldErrors,
        metadata,
      },
      status,
    );
  };

/** The failure as a platform error, whose `Retry-After` is set. Internal details go to the log only. */
export function failureOf(error: unknown, c: Context<PlatformEnv>, log: Log): PlatformError {
  const known = toPlatformError(error);
  if (known?.retryAfterS !== undefined) c.header('Retry-After', String(known.retryAfterS));
  if (!known && !hasLeft(error, c)) log.error({ requestId: c.get('requestId'), error }, 'request failed');
  return known ?? new PlatformError('internalServerError', 'Something went wrong on our side.');
}

/** Whether the client closed the connection within its body: the end of the read, and nobody is there to be answered. */
const hasLeft = (error: unknown, { env }: Context<PlatformEnv>): boolean =>
  env?.incoming?.destroyed === true &&
  !env.incoming.complete &&
  error instanceof Error &&
  'code' in error &&
  error.code === 'ECONNRESET';

/** The message, plus one sentence per rejected field: for interfaces whose errors are plain text. */
export const textOf = ({ message, fieldErrors }: PlatformError): string =>
  [message, ...fieldErrors.map(({ name, message }) => `${name}: ${message}`)].join(' ');

/** Whether it is no internal error. */
export const isKnownFailure = (error: unknown): boolean => toPlatformError(error) !== undefined;

/** The failure as a platform error; undefined for an internal error. */
function toPlatformError(error: unknown): PlatformError | undefined {
  if (error instanceof PlatformError) return error;
  if (error instanceof HTTPException && error.status < 500) {
    return new PlatformError('invalidRequest', 'The body is not what its Content-Type says.');
  }
  if (isLostMember(error)) return notFound('ACCOUNT');
  if (isCollision(error)) {
    return new PlatformError('generalConflict', 'Somebody else changed the same thing at the same time.');
  }
  return undefined;
}
