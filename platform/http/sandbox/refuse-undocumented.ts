import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { checkRequest } from '#contracts/published/check-exchange.ts';
import type { Deviation } from '#contracts/published/check-value.ts';
import { findPublishedOperation } from '#contracts/v2/published/find-operation.ts';
import { type FieldError, invalidFields, PlatformError } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { isScalar } from '#platform/http/validation.ts';
import { takeJson } from '#platform/http/well-formed.ts';

function operationOf({ req }: Context<PlatformEnv>) {
  const { pathname, search } = new URL(req.url);
  const pathAndQuery = pathname + search;
  return { pathAndQuery, operation: findPublishedOperation(req.method, pathAndQuery) };
}

const takesJson = (c: Context<PlatformEnv>) => operationOf(c).operation?.request?.mediaType === 'application/json';

const whereJson = (middleware: MiddlewareHandler<PlatformEnv>) =>
  createMiddleware<PlatformEnv>((c, next) => (takesJson(c) ? middleware(c, next) : next()));

const refuseDeviations = createMiddleware<PlatformEnv>(async (c, next) => {
  const { pathAndQuery, operation } = operationOf(c);
  if (!operation) return next();
  const json = takesJson(c) ? await c.req.json() : undefined;
  const deviations = checkRequest(operation, {
    method: c.req.method,
    pathAndQuery,
    json,
    contentType: c.req.header('content-type'),
    hasBody: operation.request !== null,
  });
  if (deviations.length > 0) throw toRefusal(deviations);
  await next();
});

/**
 * Rejects requests that the published document does not allow, although the platform accepts them: `null` where it is
 * not documented, undocumented fields and parameters, other formats and types.
 */
export const refuseUndocumented = [whereJson(takeJson), refuseDeviations] as const;

function toRefusal(deviations: Deviation[]): PlatformError {
  const whole = deviations.find(({ field }) => field === '');
  if (whole) return new PlatformError('invalidRequest', `The body ${whole.problem}.`);
  return invalidFields(...deviations.map(toFieldError));
}

const toFieldError = ({ field, problem, value }: Deviation): FieldError => ({
  name: field,
  message: `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`,
  rejectedValue: isScalar(value) ? value : null,
});
