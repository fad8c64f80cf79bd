import { Hono } from 'hono';
import { z } from 'zod';
import { systemClock } from '#platform/base/clock-and-ids.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { limitJsonBody, requireJsonBody } from '#platform/http/well-formed.ts';
import { clockOf } from '#platform/services/sandbox/clock/clock-of.ts';
import { resetClock, setClock } from '#platform/services/sandbox/clock/set.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
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

const readClock = (sandbox: Sandbox) => ({
  now: clockOf(sandbox)().toISOString(),
  isFrozen: sandbox.state.clock.frozenAt !== null,
  offsetMs: sandbox.state.clock.offsetMs,
});

/** The clock of all gyms. `onMoved` starts what would have run in the meantime. */
export const clockRoutes = (sandbox: Sandbox, onMoved: () => Promise<void>): Hono<PlatformEnv> =>
  new Hono<PlatformEnv>()
    .get('/clock', (c) => c.json(readClock(sandbox)))
    .put('/clock', limitJsonBody, requireJsonBody, async (c) => {
      await setClock(sandbox, parseStrict(movedClock, await c.req.json()));
      await onMoved();
      return c.json(readClock(sandbox));
    })
    .delete('/clock', async (c) => {
      await resetClock(sandbox);
      return c.json(readClock(sandbox));
    });
