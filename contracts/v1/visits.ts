import type { z } from 'zod';
import { emailAddress, optional } from '#contracts/v2/primitives.ts';
import { presenceRequest as presenceRequestOfV2 } from '#contracts/v2/visits.ts';
import { namedPerson } from './people.ts';
import { rfidAsSent } from './rfids.ts';

/** An earlier time in milliseconds is most likely one in seconds. */
const earliestPresence = Date.UTC(2000, 0, 1);

/** Body of `POST /user/checkin` and `POST /user/checkout`: the member, by any of their keys, and the time. */
export const presenceRequest = namedPerson
  .extend({
    rfidId: optional(rfidAsSent).meta({
      description: 'Number of a card of the member: hexadecimal with `0x`, or decimal.',
      example: '0x04A2B3C4D5E6F7',
    }),
    eMail: optional(emailAddress).meta({ description: 'E-mail address of the member.', example: 'lena@example.org' }),
    userPresenceTimestamp: presenceRequestOfV2.shape.timestamp
      .refine((time) => time == null || time >= earliestPresence, {
        error: 'Must be in milliseconds since the epoch; a time before the year 2000 looks like seconds.',
      })
      .meta({
        description: 'When it happened, in milliseconds since the epoch; now where absent.',
        example: 1795254067000,
      }),
  })
  .meta({ id: 'PresenceRequest', example: { membershipId: 'M-10442' } });
export type PresenceRequest = z.infer<typeof presenceRequest>;
