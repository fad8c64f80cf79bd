import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { onlyFromHere } from './only-from-here.ts';

/** Whether one platform plays dead; it does not at first. */
export interface OutageSwitch {
  isAway: boolean;
}

/**
 * As long as the switch is on, the connection of every request but those to the sandbox itself ends without an answer, as
 * that of a platform which was stopped.
 */
export const playDead = (outage: OutageSwitch) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    if (!outage.isAway || c.req.path.startsWith('/sandbox/')) return next();
    c.env?.incoming?.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  });

/** The switch: `PUT` takes the platform away, `DELETE` brings it back, `GET` says which it is. */
export const outageRoutes = (outage: OutageSwitch): Hono<PlatformEnv> =>
  new Hono<PlatformEnv>()
    .use(onlyFromHere)
    .get('/outage', (c) => c.json({ isAway: outage.isAway }))
    .put('/outage', (c) => {
      outage.isAway = true;
      return c.json({ isAway: true });
    })
    .delete('/outage', (c) => {
      outage.isAway = false;
      return c.json({ isAway: false });
    });
