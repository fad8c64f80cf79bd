import { Hono } from 'hono';
import { z } from 'zod';
import { isoDate } from '#contracts/v2/primitives.ts';
import { notFound } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { limitJsonBody, requireJsonBody } from '#platform/http/well-formed.ts';
import { OperatorMistake } from '#platform/services/operator.ts';
import { clockOfGym } from '#platform/services/sandbox/clock/clock-of.ts';
import type { SandboxContext } from '#platform/simulator/gyms/create-sandbox-gym.ts';
import { simulateTraining } from '#platform/simulator/simulate-training.ts';
import { parseStrict } from './parse-strict.ts';

const askedTraining = z.strictObject({
  members: z.number().int().min(1).max(500).default(20),
  days: z.number().int().min(1).max(400).default(30),
  /** The last day; by default the day before today. */
  until: isoDate.optional(),
  seed: z.number().int().min(0).max(999_999_999).default(1),
});

/** Invents what people of a gym would have trained in a period; the same request never writes it twice. */
export const trainingRoutes = (
  { sandbox, clock }: SandboxContext,
  queueAnalytics: () => Promise<void>,
): Hono<PlatformEnv> =>
  new Hono<PlatformEnv>().post('/gyms/:gymId/training', limitJsonBody, requireJsonBody, async (c) => {
    const gymId = c.req.param('gymId');
    const asked = parseStrict(askedTraining, await c.req.json());
    const tools = { database: sandbox.database, clock: clockOfGym(sandbox, gymId, clock), ids: sandbox.ids };
    const { members, guests, firstDay, lastDay, events } = await simulateTraining(tools, { gymId, ...asked }).catch(
      (error) => {
        throw error instanceof OperatorMistake ? notFound('GYM_LOCATION') : error;
      },
    );
    await queueAnalytics();
    return c.json({ members, guests, firstDay, lastDay, events }, 201);
  });
