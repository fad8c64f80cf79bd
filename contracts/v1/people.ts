import { z } from 'zod';
import { optional, requiredText } from '#contracts/v2/primitives.ts';
import { userIdAsSent } from './primitives.ts';

const membershipId = requiredText().meta({
  description: 'The id that the software of the gym gave the membership.',
  example: 'M-2041',
});

/** Whom a request names: by one of the two, or by both of the same person. */
export const namedPerson = z.object({ userId: userIdAsSent, membershipId: optional(membershipId) });
export type NamedPerson = z.infer<typeof namedPerson>;

/** The same in an address, where nothing is null. */
export const namedPersonQuery = z.object({ userId: userIdAsSent, membershipId: membershipId.optional() });

/** A person in an answer; without a membership id once they left. */
export const person = z.object({
  userId: z.int().meta({ description: 'Number of the user.', example: 100482 }),
  membershipId: z.string().optional().meta({
    description: 'The id that the software of the gym gave the membership.',
    example: 'M-2041',
  }),
});
export type Person = z.infer<typeof person>;
