import type { BlockList } from 'node:net';
import { isIPv6 } from 'node:net';
import { createMiddleware } from 'hono/factory';
import { PlatformError } from '#platform/errors.ts';
import type { PlatformEnv } from './environment.ts';

/**
 * Refuses plain HTTP from anywhere but this machine. A proxy's word that it ended TLS counts only where the
 * proxy is configured (behaviour sheet, "Credentials, limits, errors").
 */
export const requireHttps = (trustedProxies: BlockList) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    const socket = c.env?.incoming?.socket;
    if (socket && !('encrypted' in socket)) {
      const remote = socket.remoteAddress ?? '';
      const isSafe = isListed(trustedProxies, remote)
        ? c.req.header('x-forwarded-proto') === 'https'
        : isLoopback(remote);
      if (!isSafe) throw new PlatformError('forbiddenAction', 'Only HTTPS is served.');
    }
    await next();
  });

export const isLoopback = (address: string): boolean =>
  address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);

function isListed(list: BlockList, address: string): boolean {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/, '');
  return mapped !== '' && list.check(mapped, isIPv6(mapped) ? 'ipv6' : 'ipv4');
}
