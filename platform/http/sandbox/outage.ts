import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { requireLocalClient } from './require-local-client.ts';

/** Simulates an outage of one platform; off at first. */
export interface OutageSwitch {
  isAway: boolean;
}

/**
 * While the switch is on, closes the connection of every request without a response, like a stopped platform.
 * Requests to the sandbox's own endpoints still work.
 */
export const simulateOutage = (outage: OutageSwitch) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    if (!outage.isAway || c.req.path.startsWith('/sandbox/')) return next();
    c.env?.incoming?.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  });

/** The switch: `PUT` starts the outage, `DELETE` ends it, `GET` returns its state. */
export const outageRoutes = (outage: OutageSwitch): Hono<PlatformEnv> =>
  new Hono<PlatformEnv>()
    .use(requireLocalClient)
    .get('/outage', (c) => c.json({ isAway: outage.isAway }))
    .put('/outage', (c) => {
      outage.isAway = true;
      return c.json({ isAway: true });
    })
    .delete('/outage', (c) => {
      outage.isAway = false;
      return c.json({ isAway: false });
    });
