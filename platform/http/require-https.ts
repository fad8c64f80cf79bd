import type { BlockList } from 'node:net';
import { createMiddleware } from 'hono/factory';
import { PlatformError } from '#platform/base/errors.ts';
import { cameEncrypted } from '#shared/https/came-encrypted.ts';
import { isLoopback } from '#shared/network/loopback.ts';
import { isListed } from '#shared/network/network-list.ts';
import { clientAddressOf } from '#shared/sign-in/client-address.ts';
import type { PlatformEnv } from './environment.ts';

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
    const isProxy = (address: string) => isListed(address, trustedProxies);
    const socket = c.env?.incoming?.socket;
    const remoteAddress = socket?.remoteAddress;
    const isEncrypted = socket !== undefined && 'encrypted' in socket;
    const forwardedProto = c.req.header('x-forwarded-proto');
    const isHttps = cameEncrypted({ remoteAddress, isEncrypted, forwardedProto }, isProxy);
    c.set('clientAddress', clientAddressOf(remoteAddress, c.req.header('x-forwarded-for'), isProxy));
    c.set('isHttps', isHttps);
    const address = remoteAddress ?? '';
    const mayBePlain = isProxy(address)
      ? forwardedProto === undefined && isListed(address, trustedNetworks)
      : isLoopback(address) || isListed(address, trustedNetworks);
    // without a socket nothing came from elsewhere
    const isOpen = socket === undefined || mayBePlain || openToPlainHttp.includes(c.req.path);
    if (!isHttps && !isOpen) throw new PlatformError('forbiddenAction', 'Only HTTPS is served.');
    await next();
  });
