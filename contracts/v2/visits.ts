import { z } from 'zod';
import { optional } from './primitives.ts';

/** The latest instant of a JavaScript date, in epoch milliseconds. */
const maxEpochMs = 8_640_000_000_000_000;

/** Body of `POST /accounts/{accountId}/checkins` and `…/checkouts`. */
export const presenceRequest = z
  .object({
    timestamp: optional(z.number().int().min(0).max(maxEpochMs)).meta({
      description: 'When it happened, in milliseconds since the epoch; now where absent.',
      example: 1612790783000,
    }),
  })
  .meta({ id: 'PresenceRequest' });
export type PresenceRequest = z.infer<typeof presenceRequest>;

/** How far an event may be ahead of the platform's clock (docs/decisions/clocks.md). */
export const maxFutureMs = 5 * 60 * 1000;

export const admission = z
  .object({
    firstAdmission: z
      .boolean()
      .meta({ description: 'Whether the member was admitted to this gym for the first time.', example: true }),
  })
  .meta({ id: 'Admission' });
export type Admission = z.infer<typeof admission>;

/** A granted admission as a client parses it. A 2xx grants it, even if the body says nothing more. */
export const admissionAsRead = z
  .object({ firstAdmission: z.boolean().nullish() })
  .nullable()
  .transform((told): Admission => ({ firstAdmission: told?.firstAdmission ?? false }));
