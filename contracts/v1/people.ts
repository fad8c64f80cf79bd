import { z } from 'zod';
import { optional, requiredText } from '#contracts/v2/primitives.ts';
import { userIdAsSent } from './primitives.ts';

const membershipId = requiredText().meta({
  description: 'The id that the software of the gym gave the membership.',
  example: 'M-10442',
});

/** The person a request is about: one of the two keys, or both of the same person. */
export const namedPerson = z.object({ userId: userIdAsSent, membershipId: optional(membershipId) });
export type NamedPerson = z.infer<typeof namedPerson>;

/** The same in a query, where null does not exist. */
export const namedPersonQuery = z.object({ userId: userIdAsSent, membershipId: membershipId.optional() });

/** A person in a response. A former member has no membership id. */
export const person = z.object({
  userId: z.int().meta({ description: 'Number of the user.', example: 100482 }),
  membershipId: z.string().optional().meta({
    description: 'The id that the software of the gym gave the membership.',
    example: 'M-10442',
  }),
});
export type Person = z.infer<typeof person>;
