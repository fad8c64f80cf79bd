import { createMiddleware } from 'hono/factory';
import { notFound } from '#platform/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { isLoopback } from '#shared/network/loopback.ts';

/** What a sandbox offers to its own machine does not exist from elsewhere. */
export const onlyFromHere = createMiddleware<PlatformEnv>(async (c, next) => {
  const remote = c.env?.incoming?.socket.remoteAddress;
  if (remote !== undefined && !isLoopback(remote)) throw notFound('UNKNOWN');
  await next();
});
