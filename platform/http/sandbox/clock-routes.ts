import { type Context, Hono } from 'hono';
import { notFound } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { takeJson } from '#platform/http/well-formed.ts';
import { resetClock, setClock } from '#platform/services/sandbox/clock/set.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import { isUuid } from '#platform/services/uuid.ts';
import { isSandboxGym } from '#platform/simulator/gyms/list-sandbox-gyms.ts';
import { movedClock, readClock } from './moved-clock.ts';
import { parseStrict } from './parse-strict.ts';

const readGymId = (c: Context<PlatformEnv>): string | undefined => {
  const gymId = c.req.param('gymId');
  if (gymId !== undefined && !isUuid(gymId)) throw notFound('GYM_LOCATION');
  return gymId?.toLowerCase();
};

const paths = ['/clock', '/gyms/:gymId/clock'];

/**
 * The clock of the platform, and that of each gym, which follows the platform's until it is moved itself. `queueAnalytics`
 * starts what would have run in the meantime.
 */
export const clockRoutes = (sandbox: Sandbox, queueAnalytics: () => Promise<void>): Hono<PlatformEnv> =>
  new Hono<PlatformEnv>()
    .on('GET', paths, async (c) => {
      const gymId = readGymId(c);
      if (gymId !== undefined && !(await isSandboxGym(sandbox, gymId))) throw notFound('GYM_LOCATION');
      return c.json(readClock(sandbox, gymId));
    })
    .on('PUT', paths, takeJson, async (c) => {
      const gymId = readGymId(c);
      await setClock(sandbox, gymId, parseStrict(movedClock, await c.req.json()));
      await queueAnalytics();
      return c.json(readClock(sandbox, gymId));
    })
    .on('DELETE', paths, async (c) => {
      const gymId = readGymId(c);
      await resetClock(sandbox, gymId);
      return c.json(readClock(sandbox, gymId));
    });
