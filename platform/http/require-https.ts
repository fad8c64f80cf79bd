import type { BlockList } from 'node:net';
import { createMiddleware } from 'hono/factory';
import { PlatformError } from '#platform/base/errors.ts';
import { cameEncrypted } from '#shared/https/came-encrypted.ts';
import { isLoopback } from '#shared/network/loopback.ts';
import { isListed } from '#shared/network/network-list.ts';
import { clientAddressOf } from '#shared/sign-in/client-address.ts';
import type { PlatformEnv } from './environment.ts';

/** One year, the minimum for the preload list of browsers. */
const strictTransport = 'max-age=31536000; includeSubDomains';

interface PlainHttpRules {
  /** Proxies that are trusted to say whether they terminated TLS. */
  trustedProxies: BlockList;
  /** Networks whose clients may use plain HTTP, like this machine. */
  trustedNetworks: BlockList;
}

/** They reveal no data, and a health check usually has no certificate to trust. */
const openToPlainHttp = ['/health', '/ready'];

/**
 * Rejects plain HTTP, except from this machine and from trusted networks. X-Forwarded-Proto counts only from a
 * configured proxy (behaviour sheet, "Credentials, limits, errors"). In a trusted network, a request without this
 * header did not pass a proxy.
 */
export const requireHttps = ({ trustedProxies, trustedNetworks }: PlainHttpRules) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    const isProxy = (address: string) => isListed(address, trustedProxies);
    const socket = c.env?.incoming?.socket;
    const remoteAddress = socket?.remoteAddress;
    const isEncrypted = socket !== undefined && 'encrypted' in socket;
    const forwardedProto = c.req.header('x-forwarded-proto');
    const isHttps = cameEncrypted({ remoteAddress, isEncrypted, forwardedProto }, isProxy);
    c.set('clientAddress', clientAddressOf(remoteAddress, c.req.header('x-forwarded-for'), isProxy));
    c.set('isHttps', isHttps);
    if (isHttps) c.header('Strict-Transport-Security', strictTransport);
    const address = remoteAddress ?? '';
    const mayBePlain = isProxy(address)
      ? forwardedProto === undefined && isListed(address, trustedNetworks)
      : isLoopback(address) || isListed(address, trustedNetworks);
    // without a socket (in tests) the request is local
    const isOpen = socket === undefined || mayBePlain || openToPlainHttp.includes(c.req.path);
    if (!isHttps && !isOpen) throw new PlatformError('forbiddenAction', 'Only HTTPS is served.');
    await next();
  });
