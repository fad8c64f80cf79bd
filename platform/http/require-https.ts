import type { BlockList, Socket } from 'node:net';
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

/** What follows from the connection of a request and its forwarding headers. */
interface Arrival {
  isHttps: boolean;
  clientAddress: string;
  /** Whether plain HTTP is allowed here. */
  mayBePlain: boolean;
}

/**
 * Rejects plain HTTP, except from this machine and from trusted networks. X-Forwarded-Proto counts only from a
 * configured proxy. In a trusted network, a request without this header did not pass a proxy.
 */
export const requireHttps = ({ trustedProxies, trustedNetworks }: PlainHttpRules) => {
  const isProxy = (address: string) => isListed(address, trustedProxies);
  /** Of connections whose requests were not forwarded. */
  const direct = new WeakMap<Socket, Arrival>();

  function judgeArrival(socket: Socket | undefined, forwardedProto?: string, forwardedFor?: string): Arrival {
    const isForwarded = forwardedProto !== undefined || forwardedFor !== undefined;
    const known = socket && !isForwarded ? direct.get(socket) : undefined;
    if (known) return known;
    const remoteAddress = socket?.remoteAddress;
    const isEncrypted = socket !== undefined && 'encrypted' in socket;
    const address = remoteAddress ?? '';
    const arrival = {
      isHttps: cameEncrypted({ remoteAddress, isEncrypted, forwardedProto }, isProxy),
      clientAddress: clientAddressOf(remoteAddress, forwardedFor, isProxy),
      mayBePlain: isProxy(address)
        ? forwardedProto === undefined && isListed(address, trustedNetworks)
        : isLoopback(address) || isListed(address, trustedNetworks),
    };
    if (socket && !isForwarded) direct.set(socket, arrival);
    return arrival;
  }

  return createMiddleware<PlatformEnv>(async (c, next) => {
    const socket = c.env?.incoming?.socket;
    const forwarded = [c.req.header('x-forwarded-proto'), c.req.header('x-forwarded-for')] as const;
    const { isHttps, clientAddress, mayBePlain } = judgeArrival(socket, ...forwarded);
    c.set('clientAddress', clientAddress);
    c.set('isHttps', isHttps);
    if (isHttps) c.header('Strict-Transport-Security', strictTransport);
    // without a socket (in tests) the request is local
    const isOpen = socket === undefined || mayBePlain || openToPlainHttp.includes(c.req.path);
    if (!isHttps && !isOpen) throw new PlatformError('forbiddenAction', 'Only HTTPS is served.');
    await next();
  });
};
