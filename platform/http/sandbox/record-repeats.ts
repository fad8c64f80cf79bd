import { createMiddleware } from 'hono/factory';
import { presenceRequest } from '#contracts/v2/visits.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { membershipOperations } from '#platform/http/v2/operation-index.ts';

/**
 * Records a repeated visit as another visit: only our platform promises idempotency. The platform stores one event
 * per instant, so each repeat is recorded one millisecond later than the previous one.
 */
export function recordRepeats() {
  const timesSent = new Map<string, number>();
  return createMiddleware<PlatformEnv>(async (c, next) => {
    const operation = membershipOperations.find(c.req.method, c.req.path);
    if (operation !== 'checkin' && operation !== 'checkout') return next();
    // an invalid request is refused by its operation
    const timestamp = presenceRequest.safeParse(await c.req.json()).data?.timestamp;
    if (timestamp == null) return next();
    const visit = `${c.get('key').gymId} ${c.req.path} ${timestamp}`;
    const repeats = timesSent.get(visit) ?? 0;
    timesSent.set(visit, repeats + 1);
    c.req.bodyCache = { json: Promise.resolve({ timestamp: timestamp + repeats }) };
    await next();
  });
}
