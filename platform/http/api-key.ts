import { createMiddleware } from 'hono/factory';
import type { Permission } from '#contracts/v2/operations.ts';
import { PlatformError } from '#platform/base/errors.ts';
import { authenticateKey } from '#platform/services/api-keys/authenticate.ts';
import type { PlatformEnv } from './environment.ts';
import { type Gated, openCall } from './open-call.ts';
import { requireWithinRate } from './rate-limit.ts';

interface KeyGate {
  /** The error for an unknown key: each interface has its own status for it. */
  unknownKeyIs: 'forbiddenAction' | 'unauthorized';
}

/** Accepts valid keys within their rate limit, and sets the gym of the request. */
export function authenticate(gated: Gated, { unknownKeyIs }: KeyGate) {
  const { db, clock, realClock = clock, sandbox } = gated;
  return createMiddleware<PlatformEnv>(async (c, next) => {
    const presented = c.req.header('x-api-key')?.trim();
    if (!presented) throw new PlatformError('unauthorized', 'The header x-api-key is missing.');
    const key = await authenticateKey(db, presented, realClock());
    if (!key) throw new PlatformError(unknownKeyIs, 'The API key is not valid.');
    c.set('key', key);
    c.set('call', openCall(gated, key, { seesUnmigrated: false }));
    requireWithinRate(c, key, sandbox);
    await next();
  });
}

export const requirePermission = (permission: Permission) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    if (!c.get('key').permissions.includes(permission)) {
      throw new PlatformError('missingPermission', `The key lacks the permission "${permission}".`);
    }
    await next();
  });
