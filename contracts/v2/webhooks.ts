import { z } from 'zod';
import { openEnum, optional, requiredText } from './primitives.ts';
import { idAsRead, listAsRead, textAsRead } from './reading.ts';

const webhookField = {
  url: { description: 'Address that receives the events.', example: 'https://mms.example.org/events' },
  secret: {
    description:
      'Sent with every delivery, so that the receiver knows who calls; it is the key of the signature: after `whsec_` in Base64, else its text as it is.',
    example: 'whsec_c2VudCB3aXRoIGV2ZXJ5IGV2ZW50',
  },
};

/** Body of `POST /webhooks`. */
export const webhookRequest = z
  .object({
    url: requiredText(2048).meta(webhookField.url),
    secret: requiredText(512).meta(webhookField.secret),
  })
  .meta({ id: 'WebhookRequest' });
export type WebhookRequest = z.infer<typeof webhookRequest>;

const optionalToChange = <T extends z.ZodType>(field: T) =>
  optional(field)
    .transform((sent) => sent ?? undefined)
    .optional();

/** Body of `PUT /webhooks/{id}`: what is absent keeps its value. */
export const webhookChange = z
  .object({ url: optionalToChange(webhookRequest.shape.url), secret: optionalToChange(webhookRequest.shape.secret) })
  .refine(({ url, secret }) => url !== undefined || secret !== undefined, {
    error: 'Must be sent, or else the secret.',
    path: ['url'],
  })
  .meta({ id: 'WebhookChange' });
export type WebhookChange = z.infer<typeof webhookChange>;

export const webhook = z
  .object({
    id: z.number().int().meta({ description: 'Id of the webhook.', example: 12 }),
    url: z.string().meta(webhookField.url),
    secret: z.string().meta(webhookField.secret),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;
export const webhookList = z.array(webhook);

/** The webhooks of a gym as a client parses them; a platform may omit their secrets. */
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

/** The body of a delivery. */
export const webhookDelivery = z
  .object({
    accountId: z.string().nullable().meta({
      description: 'The member it is about; `null` in a test event.',
      example: '6f2c1b7e-4d0a-4b8e-9c35-a1e07d5f2b64',
    }),
    timestamp: z.number().int().meta({
      description: 'When it happened, in milliseconds since the epoch.',
      example: 1795254067000,
    }),
    type: z.enum(webhookEventTypes).meta({ description: 'What happened.', example: 'GYM_CHECKIN' }),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** A delivery as a receiver parses it. Another platform may send its time as text, an id as a number, and new types. */
export const webhookDeliveryAsRead = z.object({
  accountId: textAsRead.nullish(),
  timestamp: z.union([z.number(), z.string()]).nullish(),
  type: openEnum(webhookEventTypes),
});
