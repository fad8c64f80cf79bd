import { createMiddleware } from 'hono/factory';
import type { PresenceRequest } from '#contracts/v2/visits.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { membershipOperations } from '#platform/http/v2/operation-index.ts';

/**
 * A visit that is sent again is another visit: that it is the same one, only our platform promises. The platform keeps
 * one event a moment, so each repeat is recorded a millisecond later than the one before.
 */
export function recordRepeats() {
  const timesSent = new Map<string, number>();
  return createMiddleware<PlatformEnv>(async (c, next) => {
    const operation = membershipOperations.find(c.req.method, c.req.path);
    if (operation !== 'checkin' && operation !== 'checkout') return next();
    const { timestamp }: PresenceRequest = await c.req.json();
    if (timestamp == null) return next();
    const visit = `${c.get('key').gymId} ${c.req.path} ${timestamp}`;
    const repeats = timesSent.get(visit) ?? 0;
    timesSent.set(visit, repeats + 1);
    c.req.bodyCache = { json: Promise.resolve({ timestamp: timestamp + repeats }) };
    await next();
  });
}
