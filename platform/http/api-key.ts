import { createMiddleware } from 'hono/factory';
import type { Permission } from '#contracts/v2/operations.ts';
import { PlatformError } from '#platform/base/errors.ts';
import { authenticateKey } from '#platform/services/api-keys/authenticate.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import { clockOfGym } from '#platform/services/sandbox/clock/clock-of.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import type { PlatformEnv } from './environment.ts';
import { requireWithinRate } from './rate-limit.ts';

interface KeyGate {
  /** The error for an unknown key: each interface has its own status for it. */
  unknownKeyIs: 'forbiddenAction' | 'unauthorized';
}

interface Gated extends Dependencies {
  sandbox?: Sandbox | undefined;
}

/** Accepts valid keys within their rate limit, and sets the gym of the request. */
export const authenticate = ({ db, clock, realClock = clock, ids, sandbox }: Gated, { unknownKeyIs }: KeyGate) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    const presented = c.req.header('x-api-key')?.trim();
    if (!presented) throw new PlatformError('unauthorized', 'The header x-api-key is missing.');
    const key = await authenticateKey(db, presented, realClock());
    if (!key) throw new PlatformError(unknownKeyIs, 'The API key is not valid.');
    c.set('key', key);
    const { chainId, gymId } = key;
    const gymClock = clockOfGym(sandbox, gymId, clock);
    c.set('call', { db: db.chain(chainId), chainId, gymId, seesUnmigrated: false, clock: gymClock, ids });
    requireWithinRate(c, key, sandbox);
    await next();
  });

export const requirePermission = (permission: Permission) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    if (!c.get('key').permissions.includes(permission)) {
      throw new PlatformError('missingPermission', `The key lacks the permission "${permission}".`);
    }
    await next();
  });
