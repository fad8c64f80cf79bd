import type { BlockList } from 'node:net';
import { createMiddleware } from 'hono/factory';
import { PlatformError } from '#platform/base/errors.ts';
import { isLoopback } from '#shared/network/loopback.ts';
import { isListed } from '#shared/network/network-list.ts';
import { clientAddressOf } from '#shared/sign-in/client-address.ts';
import type { PlatformEnv } from './environment.ts';
import { isFromTrustedProxy } from './trusted-proxy.ts';

interface PlainHttpRules {
  /** Their word on whether they ended TLS is taken. */
  trustedProxies: BlockList;
  /** Plain HTTP is served to them, as to this machine. */
  trustedNetworks: BlockList;
}

/** They say nothing of anybody, and who asks whether a program runs has no certificate to trust. */
const openToPlainHttp = ['/health', '/ready'];

/**
 * Refuses plain HTTP from anywhere but this machine and the networks that are trusted. A proxy's word that it ended TLS
 * counts only where the proxy is configured (behaviour sheet, "Credentials, limits, errors"); in a trusted network, what
 * says nothing of a proxy came from no proxy.
 */
export const requireHttps = ({ trustedProxies, trustedNetworks }: PlainHttpRules) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    const socket = c.env?.incoming?.socket;
    const told = c.req.header('x-forwarded-for');
    c.set(
      'clientAddress',
      clientAddressOf(socket?.remoteAddress, told, (address) => isListed(address, trustedProxies)),
    );
    c.set('isHttps', socket !== undefined && 'encrypted' in socket);
    if (socket && !('encrypted' in socket)) {
      const address = socket.remoteAddress ?? '';
      const forwarded = c.req.header('x-forwarded-proto');
      const isProxied = isFromTrustedProxy(c, trustedProxies);
      c.set('isHttps', isProxied && forwarded === 'https');
      const mayBePlain = isListed(address, trustedNetworks)
        ? !isProxied || forwarded === undefined
        : !isProxied && isLoopback(address);
      const isOpen = mayBePlain || openToPlainHttp.includes(c.req.path);
      if (!c.get('isHttps') && !isOpen) throw new PlatformError('forbiddenAction', 'Only HTTPS is served.');
    }
    await next();
  });
