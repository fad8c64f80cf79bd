import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Ids } from '#platform/dependencies.ts';
import type { PlatformEnv } from './environment.ts';

/** What its client called the request. Whatever else is sent there could hold a name or a key. */
const clientRequestId = z.uuid().optional().catch(undefined);

/** Names the request, and writes one log line about it: the route, never the path, which may hold an e-mail address. */
export const nameAndLogRequests = (log: Logger, ids: Ids) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    const startedAt = performance.now();
    const requestId = ids.uuid();
    c.set('requestId', requestId);
    await next();
    c.header('X-Request-Id', requestId);
    log.info(
      {
        requestId,
        clientRequestId: clientRequestId.parse(c.req.header('X-Request-Id')),
        method: c.req.method,
        route: matchedRoutes(c).find(({ path }) => !path.includes('*'))?.path ?? 'unknown',
        status: c.res.status,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        gymId: c.get('call')?.gymId,
      },
      'request',
    );
  });
