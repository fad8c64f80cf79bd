import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { webhookRequest } from '#contracts/v2/webhooks.ts';
import { notFound } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { isLocal } from '#platform/http/require-local-client.ts';
import { takeJson } from '#platform/http/well-formed.ts';
import { isUuid } from '#platform/services/uuid.ts';
import { createWebhook } from '#platform/services/webhooks/create.ts';
import { deleteWebhook } from '#platform/services/webhooks/delete.ts';
import type { WebhookRules } from '#platform/services/webhooks/rules.ts';
import { callOfGym, type EventContext } from '#platform/simulator/events/call-of-gym.ts';
import { parseStrict } from './parse-strict.ts';

const askedWebhook = z.strictObject(webhookRequest.shape);

/** Registers a webhook of any gym, for a tool that has no key of it. */
export function webhookRoutes(context: EventContext, rules: WebhookRules): Hono<PlatformEnv> {
  const openCall = async (c: Context<PlatformEnv>) => {
    const gymId = c.req.param('gymId') ?? '';
    if (!isUuid(gymId)) throw notFound('GYM_LOCATION');
    // a loopback address of a client on another machine would be one of this machine
    return {
      ...(await callOfGym(context, gymId)),
      rules: { ...rules, allowsLoopback: rules.allowsLoopback && isLocal(c) },
    };
  };
  return new Hono<PlatformEnv>()
    .post('/gyms/:gymId/webhooks', takeJson, async (c) => {
      const asked = parseStrict(askedWebhook, await c.req.json());
      return c.json(await createWebhook(await openCall(c), asked), 201);
    })
    .delete('/gyms/:gymId/webhooks/:webhookId', async (c) => {
      const { webhookId } = c.req.param();
      const call = await openCall(c);
      if (!/^\d{1,15}$/.test(webhookId)) throw notFound('WEBHOOK');
      await deleteWebhook(call, Number(webhookId));
      return c.body(null, 204);
    });
}
