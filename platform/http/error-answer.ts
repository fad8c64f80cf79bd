import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import { isCollision, isLostMember } from '#platform/db/collisions.ts';
import type { Clock } from '#platform/dependencies.ts';
import { notFound, PlatformError } from '#platform/errors.ts';
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

/** Answers every failure in the one envelope; what is not the caller's business goes to the log alone. */
export const answerError =
  (log: Logger, clock: Clock) =>
  (error: unknown, c: Context<PlatformEnv>): Response => {
    const known = toPlatformError(error);
    const requestId = c.get('requestId');
    if (!known) log.error({ requestId, err: error }, 'request failed');
    const { code, status, message, metadata, fieldErrors } =
      known ?? new PlatformError('internalServerError', 'Something went wrong on our side.');
    return c.json(
      {
        timestamp: clock().toISOString(),
        path: c.req.path,
        requestId,
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

/** The failure as a rule of the platform; undefined for what is a mistake of ours. */
export function toPlatformError(error: unknown): PlatformError | undefined {
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
