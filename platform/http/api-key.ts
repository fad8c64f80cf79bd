import { createMiddleware } from 'hono/factory';
import type { Permission } from '#contracts/v2/operations.ts';
import { PlatformError } from '#platform/base/errors.ts';
import { authenticateKey } from '#platform/services/api-keys/authenticate.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import type { PlatformEnv } from './environment.ts';
import { requireWithinRate } from './rate-limit.ts';

interface KeyGate {
  /** What a key is that nobody has: each interface says it by a status of its own. */
  unknownKeyIs: 'forbiddenAction' | 'unauthorized';
}

/** Lets good keys within their rate pass, and says for which gym they act. */
export const authenticate = ({ db, clock, ids }: Dependencies, { unknownKeyIs }: KeyGate) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    const presented = c.req.header('x-api-key')?.trim();
    if (!presented) throw new PlatformError('unauthorized', 'The header x-api-key is missing.');
    const key = await authenticateKey(db, presented, clock());
    if (!key) throw new PlatformError(unknownKeyIs, 'The API key is not valid.');
    c.set('key', key);
    const { chainId, gymId } = key;
    c.set('call', { db: db.chain(chainId), chainId, gymId, seesUnmigrated: false, clock, ids });
    requireWithinRate(c, key);
    await next();
  });

export const requirePermission = (permission: Permission) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    if (!c.get('key').permissions.includes(permission)) {
      throw new PlatformError('missingPermission', `The key lacks the permission "${permission}".`);
    }
    await next();
  });
