import { type BlockList, isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { PlatformEnv } from './environment.ts';

/** Whether the request came through a proxy whose word on scheme and host counts, because it is configured. */
export const isFromTrustedProxy = (c: Context<PlatformEnv>, trustedProxies: BlockList): boolean =>
  isListed(c.env?.incoming?.socket?.remoteAddress ?? '', trustedProxies);

/** Whether an address, as a socket tells it, is in a list of addresses and networks. */
export function isListed(address: string, list: BlockList): boolean {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/, '');
  return mapped !== '' && list.check(mapped, isIPv6(mapped) ? 'ipv6' : 'ipv4');
}
