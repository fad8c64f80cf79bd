import type { BlockList } from 'node:net';
import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { PlatformEnv } from './environment.ts';

/** Whether the request came through a proxy whose word on scheme and host counts, because it is configured. */
export function isFromTrustedProxy(c: Context<PlatformEnv>, trustedProxies: BlockList): boolean {
  const address = c.env?.incoming?.socket?.remoteAddress ?? '';
  const mapped = address.replace(/^::ffff:(?=\d+\.)/, '');
  return mapped !== '' && trustedProxies.check(mapped, isIPv6(mapped) ? 'ipv6' : 'ipv4');
}
