import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { systemClock } from '#platform/base/clock-and-ids.ts';
import { notFound } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { limitJsonBody, requireJsonBody } from '#platform/http/well-formed.ts';
import { readTime, resetClock, setClock } from '#platform/services/sandbox/clock/set.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import { isUuid } from '#platform/services/uuid.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { parseStrict } from './parse-strict.ts';

const years = 5;
const mostMs = years * 366 * dayMs;

const movedClock = z
  .strictObject({
    now: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text))
      .refine((now) => Math.abs(now.getTime() - systemClock().getTime()) <= mostMs, `Must lie within ${years} years.`)
      .optional(),
    advanceMs: z.number().int().min(-mostMs).max(mostMs).optional(),
    isFrozen: z.boolean().optional(),
  })
  .superRefine(({ now, advanceMs, isFrozen }, context) => {
    if (now === undefined && advanceMs === undefined && isFrozen === undefined) {
      context.addIssue({ code: 'custom', path: ['now'], message: 'Set at least one of now, advanceMs and isFrozen.' });
    }
  });

const readClock = (sandbox: Sandbox, gymId: string | undefined) => {
  const { clock, gyms } = sandbox.state;
  const { offsetMs, frozenAt } = (gymId === undefined ? undefined : gyms[gymId]?.clock) ?? clock;
  return { now: readTime(sandbox, gymId).toISOString(), isFrozen: frozenAt !== null, offsetMs };
};

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
    .on('GET', paths, (c) => c.json(readClock(sandbox, readGymId(c))))
    .on('PUT', paths, limitJsonBody, requireJsonBody, async (c) => {
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
