import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { webhook, webhookChange, webhookList, webhookRequest } from '#contracts/v2/webhooks.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { numberParameter } from '#platform/http/number-parameter.ts';
import { answer, jsonBody, newResource, noContent } from '#platform/http/resource.ts';
import { createWebhook } from '#platform/services/webhooks/create.ts';
import { deleteWebhook } from '#platform/services/webhooks/delete.ts';
import { getWebhook } from '#platform/services/webhooks/get.ts';
import { listWebhooks } from '#platform/services/webhooks/list.ts';
import type { WebhookCall } from '#platform/services/webhooks/rules.ts';
import { triggerWebhook } from '#platform/services/webhooks/trigger.ts';
import { updateWebhook } from '#platform/services/webhooks/update.ts';
import { operationRoute } from './operation.ts';

const webhookIdParameter = z.object({ id: numberParameter('The webhook.', 12) });
const oneWebhook = { 200: answer('The webhook.', webhook) };

const list = operationRoute('getAllWebhooks', {
  tag: 'webhooks',
  summary: 'List the webhooks of the gym',
  responses: { 200: answer('The webhooks.', webhookList) },
});

const create = operationRoute('createWebhook', {
  tag: 'webhooks',
  summary: 'Add a webhook',
  description:
    'Events of the gym, and ended memberships of its whole chain, are sent to the address as `POST {accountId, timestamp, type}`, with the secret in `x-api-key` and a signature after Standard Webhooks. An answer other than 2xx within 5 seconds is followed by nine more tries, the last about three days after the first. A gym may have 100 webhooks.',
  request: { body: jsonBody(webhookRequest) },
  responses: oneWebhook,
  causes: { 409: 'the gym has 100 webhooks (`generalConflict`)' },
});

const retrieve = operationRoute('getWebhookById', {
  tag: 'webhooks',
  summary: 'Retrieve a webhook',
  request: { params: webhookIdParameter },
  responses: oneWebhook,
});

const update = operationRoute('updateWebhook', {
  tag: 'webhooks',
  summary: 'Change address and secret of a webhook',
  description: 'What is left out stays. Deliveries that a receiver ended with 410 begin again.',
  request: { params: webhookIdParameter, body: jsonBody(webhookChange) },
  responses: oneWebhook,
});

const remove = operationRoute('deleteWebhook', {
  tag: 'webhooks',
  summary: 'Remove a webhook',
  description: 'What was on its way to it is dropped.',
  request: { params: webhookIdParameter },
  responses: { 204: noContent('The webhook is gone.') },
});

const trigger = operationRoute('triggerWebhook', {
  tag: 'webhooks',
  summary: 'Send a test event',
  description: 'One try of an event of type `TEST`, at once.',
  request: { params: webhookIdParameter },
  responses: { 200: { description: 'The event is on its way.' } },
});

const callOf = (c: Context<PlatformEnv>): WebhookCall => ({ ...c.get('call'), rules: c.get('webhookRules') });

export const webhookRoutes = newResource()
  .openapi(list, async (c) => c.json(await listWebhooks(callOf(c)), 200))
  .openapi(create, async (c) => c.json(await createWebhook(callOf(c), c.req.valid('json')), 200))
  .openapi(retrieve, async (c) => c.json(await getWebhook(callOf(c), c.req.valid('param').id), 200))
  .openapi(update, async (c) =>
    c.json(await updateWebhook(callOf(c), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  .openapi(remove, async (c) => {
    await deleteWebhook(c.get('call'), c.req.valid('param').id);
    return c.body(null, 204);
  })
  .openapi(trigger, async (c) => {
    await triggerWebhook(c.get('call'), c.req.valid('param').id);
    return c.body(null, 200);
  });
