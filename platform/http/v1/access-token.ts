import { createMiddleware } from 'hono/factory';
import { PlatformError } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { type Gated, openCall } from '#platform/http/open-call.ts';
import { requireWithinRate } from '#platform/http/rate-limit.ts';
import { authenticateToken } from '#platform/services/access-tokens/authenticate.ts';

/** Accepts the access token of the named gym, within its rate limit. */
export function authenticate(gated: Gated) {
  const { db, clock, realClock = clock, sandbox } = gated;
  return createMiddleware<PlatformEnv>(async (c, next) => {
    const gymId = c.req.query('gymId')?.trim() ?? '';
    const token = c.req.header('x-access-token')?.trim() ?? '';
    const known = await authenticateToken(db, { gymId, token }, realClock());
    if (!known) throw new PlatformError('unauthorized', 'The combination of gymId and X-ACCESS-TOKEN is wrong.');
    c.set('call', openCall(gated, known, { seesUnmigrated: true }));
    requireWithinRate(c, known, sandbox);
    await next();
  });
}
