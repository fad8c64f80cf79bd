import type { BlockList } from 'node:net';
import type { Context } from 'hono';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { isListed } from '#shared/network/network-list.ts';

/** A host name or an IP address with an optional port; everything else is rejected. */
const plainHost = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * Scheme and host as the client sees them, such as `https://mms.example.org`. Forwarding headers count only from a
 * configured proxy. Empty if the host of the request is not valid: URLs are then relative. `localhost` for HTTP/1.0 without one.
 */
export function servedAddress(c: Context<PlatformEnv>, trustedProxies: BlockList): string {
  const isProxied = isListed(c.env?.incoming?.socket?.remoteAddress ?? '', trustedProxies);
  const forwardedHost = isProxied ? c.req.header('x-forwarded-host')?.trim() : undefined;
  const host = forwardedHost ?? c.req.header('host') ?? URL.parse(c.req.url)?.host ?? '';
  if (!plainHost.test(host)) return '';
  return `${c.get('isHttps') ? 'https' : 'http'}://${host}`;
}
