import type { BlockList } from 'node:net';
import { Hono } from 'hono';
import { z } from 'zod';
import { notFound } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { takeJson } from '#platform/http/well-formed.ts';
import { faultRule } from '#platform/services/sandbox/fault-rule.ts';
import { listFaults } from '#platform/services/sandbox/faults/list.ts';
import { faultPresets } from '#platform/services/sandbox/faults/presets.ts';
import { removeFaults } from '#platform/services/sandbox/faults/remove.ts';
import { setFault } from '#platform/services/sandbox/faults/set.ts';
import type { WebhookRules } from '#platform/services/webhooks/rules.ts';
import type { EventContext } from '#platform/simulator/events/call-of-gym.ts';
import { clockRoutes } from './clock-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { gymRoutes } from './gym-routes.ts';
import type { TrainingContext } from './invent-training.ts';
import { parseStrict } from './parse-strict.ts';
import { requireSandboxClient } from './require-sandbox-client.ts';
import { resetRoutes } from './reset-routes.ts';
import { trainingRoutes } from './training-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

const faultName = z.string().regex(/^[\w.-]{1,100}$/);

const readName = (name: string): string => {
  if (faultName.safeParse(name).success) return name;
  throw notFound('UNKNOWN');
};

interface SandboxOptions extends EventContext, TrainingContext {
  trustedProxies: BlockList;
  webhooks: WebhookRules;
}

/** What only a sandbox has: everything below `/sandbox`. */
export const sandboxRoutes = ({ trustedProxies, webhooks, ...context }: SandboxOptions): Hono<PlatformEnv> =>
  new Hono<PlatformEnv>()
    .use(requireSandboxClient(context.sandbox))
    .route('/', gymRoutes(context, trustedProxies))
    .route('/', resetRoutes(context))
    .route('/', trainingRoutes(context))
    .route('/', clockRoutes(context.sandbox, context.queueAnalytics))
    .route('/', eventRoutes(context))
    .route('/', webhookRoutes(context, webhooks))
    .get('/faults', async (c) => c.json({ rules: await listFaults(context.sandbox), presets: faultPresets }))
    .put('/faults/:name', takeJson, async (c) => {
      const name = readName(c.req.param('name'));
      const rule = parseStrict(faultRule, await c.req.json());
      await setFault(context.sandbox, name, rule);
      return c.json({ name, ...rule }, 200);
    })
    .delete('/faults/:name', async (c) => {
      await removeFaults(context.sandbox, readName(c.req.param('name')));
      return c.body(null, 204);
    })
    .delete('/faults', async (c) => {
      await removeFaults(context.sandbox);
      return c.body(null, 204);
    });
