import { createMiddleware } from 'hono/factory';
import { notFound } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { isLoopback } from '#shared/network/loopback.ts';

/** What proxies put into a request that they hand on. */
const marksOfProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * What a sandbox offers to its own machine does not exist from elsewhere. A proxy on this machine asks for others, and says
 * so, or speaks HTTP/1.0 as nginx does where nobody told it otherwise; a page of another site, whose name leads here, is
 * asked for by that name. A proxy that does none of this cannot be told from a person here (docs/operate.md).
 */
export const onlyFromHere = createMiddleware<PlatformEnv>(async (c, next) => {
  const remote = c.env?.incoming?.socket.remoteAddress;
  const isHere = remote === undefined || isLoopback(remote);
  const isOldHttp = c.env?.incoming?.httpVersion === '1.0';
  const isProxied = isOldHttp || marksOfProxies.some((name) => c.req.header(name) !== undefined);
  const isNamedHere = isLoopback(new URL(c.req.url).hostname);
  if (!isHere || isProxied || !isNamedHere) throw notFound('UNKNOWN');
  await next();
});
