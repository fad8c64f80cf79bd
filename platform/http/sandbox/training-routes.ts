import { Hono } from 'hono';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { takeJson } from '#platform/http/well-formed.ts';
import { inventTraining, type TrainingContext } from './invent-training.ts';

export const trainingRoutes = (context: TrainingContext): Hono<PlatformEnv> =>
  new Hono<PlatformEnv>().post('/gyms/:gymId/training', takeJson, async (c) =>
    c.json(await inventTraining(context, c.req.param('gymId').toLowerCase(), await c.req.json()), 201),
  );
