import type { BlockList } from 'node:net';
import type { Context } from 'hono';
import { isListed } from '#shared/network/network-list.ts';
import type { PlatformEnv } from './environment.ts';

/** Whether the request came through a proxy whose word on scheme and host counts, because it is configured. */
export const isFromTrustedProxy = (c: Context<PlatformEnv>, trustedProxies: BlockList): boolean =>
  isListed(c.env?.incoming?.socket?.remoteAddress ?? '', trustedProxies);
