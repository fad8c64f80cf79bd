import { Hono } from 'hono';
import { z } from 'zod';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { takeJson } from '#platform/http/well-formed.ts';
import { resetSandbox } from '#platform/simulator/gyms/reset-sandbox.ts';
import type { TrainingContext } from './invent-training.ts';
import { parseStrict } from './parse-strict.ts';

const askedReset = z.strictObject({ everything: z.boolean().default(false) });

/** Sets the demo back to what it was when it was new, and on request the sandbox with it. */
export const resetRoutes = (context: TrainingContext): Hono<PlatformEnv> =>
  new Hono<PlatformEnv>().post('/reset', takeJson, async (c) => {
    const { demo, removedGyms } = await resetSandbox(context, parseStrict(askedReset, await c.req.json()));
    await context.queueAnalytics();
    return c.json({ demo: demo && { chainId: demo.chainId, gyms: demo.gyms, cards: demo.cards }, removedGyms });
  });
