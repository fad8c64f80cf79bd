import { z } from 'zod';
import { openEnum, requiredText } from './primitives.ts';
import { idAsRead, listAsRead } from './reading.ts';

/** Body of `POST /webhooks` and `PUT /webhooks/{id}`. */
export const webhookRequest = z
  .object({
    url: requiredText(2048).meta({ description: 'Address that receives the events.' }),
    secret: requiredText(512).meta({ description: 'Sent with every delivery, so that the receiver knows who calls.' }),
  })
  .meta({ id: 'WebhookRequest' });
export type WebhookRequest = z.infer<typeof webhookRequest>;

export const webhook = z.object({ id: z.number().int(), url: z.string(), secret: z.string() }).meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;
export const webhookList = z.array(webhook);

/** The webhooks of a gym as a client reads them; a platform may keep their secrets back. */
export const webhookListAsRead = listAsRead(webhook.extend({ id: idAsRead, secret: z.string().nullish() }));
export type WebhookAsRead = z.infer<typeof webhookListAsRead>['items'][number];

export const webhookEventTypes = [
  'GYM_CHECKIN',
  'GYM_CHECKOUT',
  'EQUIPMENT_CHECKIN',
  'MEMBERSHIP_DELETE',
  'GENIUS_ONBOARDING_COMPLETED',
  'TEST',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** What a receiver gets. `timestamp` is in milliseconds since the epoch. */
export const webhookDelivery = z
  .object({
    accountId: z.string().nullish(),
    timestamp: z.union([z.number(), z.string()]).nullish(),
    type: openEnum(webhookEventTypes),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;
