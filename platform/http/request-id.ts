import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { Log } from '#shared/log/log.ts';
import { isServerFailure, requestLineOf, requestMessage } from '#shared/log/request-line.ts';
import { newRequestId, readClientRequestId, requestIdHeader } from '#shared/request-id/request-id.ts';
import type { PlatformEnv } from './environment.ts';

/** Requested every few seconds as long as the program runs. */
const probes: readonly string[] = ['/health', '/ready'];

/** Assigns a request id and writes one log line per request, except for probes. */
export const nameAndLogRequests = (log: Log) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    const startedAt = performance.now();
    const requestId = newRequestId();
    c.set('requestId', requestId);
    c.header(requestIdHeader, requestId);
    await next();
    if (probes.includes(c.req.path)) return;
    const { status } = c.res;
    const route = matchedRoutes(c).find(({ path }) => !path.includes('*'))?.path ?? 'unknown';
    log[isServerFailure(status) ? 'warn' : 'info'](
      {
        requestId,
        clientRequestId: readClientRequestId(c.req.header(requestIdHeader)),
        ...requestLineOf({ method: c.req.method, route, status, startedAt }),
        gymId: c.get('call')?.gymId,
      },
      requestMessage,
    );
  });
