import type { BlockList } from 'node:net';
import { createMiddleware } from 'hono/factory';
import { PlatformError } from '#platform/errors.ts';
import type { PlatformEnv } from './environment.ts';
import { isFromTrustedProxy } from './trusted-proxy.ts';

/**
 * Refuses plain HTTP from anywhere but this machine. A proxy's word that it ended TLS counts only where the
 * proxy is configured (behaviour sheet, "Credentials, limits, errors").
 */
export const requireHttps = (trustedProxies: BlockList) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    const socket = c.env?.incoming?.socket;
    c.set('isHttps', socket !== undefined && 'encrypted' in socket);
    if (socket && !('encrypted' in socket)) {
      const isProxied = isFromTrustedProxy(c, trustedProxies);
      c.set('isHttps', isProxied && c.req.header('x-forwarded-proto') === 'https');
      if (!c.get('isHttps') && (isProxied || !isLoopback(socket.remoteAddress ?? '')))
        throw new PlatformError('forbiddenAction', 'Only HTTPS is served.');
    }
    await next();
  });

export const isLoopback = (address: string): boolean =>
  address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);
