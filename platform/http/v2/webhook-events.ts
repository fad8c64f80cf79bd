import { type RouteConfig, z } from '@hono/zod-openapi';
import { webhookDelivery } from '#contracts/v2/webhooks.ts';
import { tags } from './operation.ts';

const headers = z.object({
  'x-api-key': z.string().meta({
    description: 'The secret of the webhook, as it was registered.',
    example: 'whsec_c2VudCB3aXRoIGV2ZXJ5IGV2ZW50',
  }),
  'webhook-id': z.string().meta({
    description: 'Id of the delivery, the same at every try: what came twice is known by it.',
    example: '1f0e8a52-96cb-4d37-b0f4-83a5c27d9e60',
  }),
  'webhook-timestamp': z.string().meta({
    description: 'When this try was sent, in seconds since the epoch.',
    example: '1795254068',
  }),
  'webhook-signature': z.string().meta({
    description:
      '`v1,` and the base64 of HMAC-SHA256 over `webhook-id`, `webhook-timestamp` and the body as sent, joined by dots. The key is the secret as text; where it is `whsec_` and base64 after it, what that says.',
    example: 'v1,MB5rnFBYCI9eHJU0IlM3f0Azv9eKzJJZ1d4bmOfZ1kA=',
  }),
});

/** The request that the platform sends to the address of a webhook. */
export const webhookEvent: RouteConfig & { path: string } = {
  method: 'post',
  path: 'event',
  operationId: 'receiveEvent',
  tags: [tags.webhooks],
  summary: 'Receive an event',
  description:
    'Sent to the address of every webhook of the gym; `MEMBERSHIP_DELETE` to those of all gyms of the chain, also for a member of another one. An answer other than 2xx within 5 seconds is followed by nine more tries, the last 24 hours after the one before it and about three days after the first; redirects are not followed. `TEST` is tried once. Members who did not consent to sharing their data are left out.',
  request: {
    headers,
    body: { required: true, content: { 'application/json': { schema: webhookDelivery } } },
  },
  responses: {
    '2XX': { description: 'The event has arrived.' },
    410: { description: 'The receiver is gone: the webhook gets no more events until it is changed.' },
    default: { description: 'The event has not arrived, and is sent again.' },
  },
};
