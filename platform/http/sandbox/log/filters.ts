import { z } from 'zod';
import { text } from '#contracts/v2/primitives.ts';

const id = z.uuid('Must be an id.').optional();
const place = z.coerce.number('Must be a number.').int().positive().max(Number.MAX_SAFE_INTEGER).optional();
const limit = z.coerce.number('Must be a number.').int().min(1).max(500).default(50);

/** Whether personal values are shown instead of masked. */
const personal = z.literal('shown').optional();
export const shownQuery = z.strictObject({ personal });

const none = 'none';

/** A status such as 404, a class of them such as 4xx, or `none` for requests without a response. */
const status = z
  .string()
  .regex(/^([1-5]\d\d|[1-5]xx|none)$/, 'Must be a status such as 404, a class such as 4xx, or none.')
  .transform((wanted) => {
    if (wanted === none) return none;
    return { from: Number(wanted.replace('xx', '00')), to: Number(wanted.replace('xx', '99')) };
  })
  .optional();

/** Which requests are listed. */
export const requestQuery = z
  .strictObject({
    interface: z.enum(['v2', 'v1', 'export']).optional(),
    operation: text(100).optional(),
    key: text(100).optional(),
    gymId: id,
    status,
    personal,
    before: place,
    limit,
  })
  .transform(({ key, ...filter }) => ({ ...filter, credential: key }));

/** Which attempts of webhook deliveries are listed. */
export const attemptQuery = z.strictObject({ gymId: id, webhookId: place, deliveryId: id, before: place, limit });
