import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { z } from 'zod';
import type { Ids } from '#platform/base/clock-and-ids.ts';
import type { Log } from '#shared/log/log.ts';
import type { PlatformEnv } from './environment.ts';

/** What its client called the request. Whatever else is sent there could hold a name or a key. */
const clientRequestId = z.uuid().optional().catch(undefined);

/** Asked every few seconds for as long as the program runs. */
const probes: readonly string[] = ['/health', '/ready'];

/** Names the request, and writes one log line about it: the route, never the path, which may hold an e-mail address. Of probes none. */
export const nameAndLogRequests = (log: Log, ids: Ids) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    const startedAt = performance.now();
    const requestId = ids.uuid();
    c.set('requestId', requestId);
    await next();
    c.header('X-Request-Id', requestId);
    if (probes.includes(c.req.path)) return;
    const { status } = c.res;
    log[status >= 500 ? 'warn' : 'info'](
      {
        requestId,
        clientRequestId: clientRequestId.parse(c.req.header('X-Request-Id')),
        method: c.req.method,
        route: matchedRoutes(c).find(({ path }) => !path.includes('*'))?.path ?? 'unknown',
        status,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        gymId: c.get('call')?.gymId,
      },
      'request',
    );
  });
