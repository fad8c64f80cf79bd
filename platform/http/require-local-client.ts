import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { notFound } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { isLoopback } from '#shared/network/loopback.ts';

/** Headers that proxies add to a request. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether the client is on this machine. Requests of a local proxy are detected by its headers, or by HTTP/1.0, which
 * nginx uses by default; a proxy that adds no header and speaks HTTP/1.1 cannot be detected (docs/operate.md). A web page
 * whose host name resolves to this machine (DNS rebinding) is detected by the Host header, a page of another site by its
 * Origin.
 */
export function isLocal(c: Pick<Context<PlatformEnv>, 'env' | 'req'>): boolean {
  const remote = c.env?.incoming?.socket.remoteAddress;
  const isHere = remote === undefined || isLoopback(remote);
  const isOldHttp = c.env?.incoming?.httpVersion === '1.0';
  const isProxied = isOldHttp || proxyHeaders.some((name) => c.req.header(name) !== undefined);
  const { hostname, origin: ownOrigin } = new URL(c.req.url);
  const origin = c.req.header('origin');
  return isHere && !isProxied && isLoopback(hostname) && (origin === undefined || origin === ownOrigin);
}

/** Endpoints of the sandbox for its own machine return 404 to all others. */
export const requireLocalClient = createMiddleware<PlatformEnv>(async (c, next) => {
  if (!isLocal(c)) throw notFound('UNKNOWN');
  await next();
});
