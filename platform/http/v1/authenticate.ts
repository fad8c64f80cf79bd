import { createMiddleware } from 'hono/factory';
import { PlatformError } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { requireWithinRate } from '#platform/http/rate-limit.ts';
import { authenticateToken } from '#platform/services/access-tokens/authenticate.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import { clockOfGym } from '#platform/services/sandbox/clock/clock-of.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';

interface Gated extends Dependencies {
  sandbox?: Sandbox | undefined;
}

/** Accepts the access token of the named gym, within its rate limit. */
export const authenticate = ({ db, clock, realClock = clock, ids, sandbox }: Gated) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    const gymId = c.req.query('gymId')?.trim() ?? '';
    const token = c.req.header('x-access-token')?.trim() ?? '';
    const known = await authenticateToken(db, { gymId, token }, realClock());
    if (!known) throw new PlatformError('unauthorized', 'The combination of gymId and X-ACCESS-TOKEN is wrong.');
    const { chainId, gymId: ownGymId } = known;
    const gymClock = clockOfGym(sandbox, ownGymId, clock);
    c.set('call', { db: db.chain(chainId), chainId, gymId: ownGymId, seesUnmigrated: true, clock: gymClock, ids });
    requireWithinRate(c, known, sandbox);
    await next();
  });
