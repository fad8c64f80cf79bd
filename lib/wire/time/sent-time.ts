import { z } from 'zod';

/** What a browser says, with each attempt, of when something happened that it sends. */
export const sentTime = z.object({
  /** Browser's clock, epoch milliseconds, when this attempt was sent. */
  sentAt: z.number().int().positive(),
  /** How long before that it happened, by a clock that nobody sets; absent where none ran on through a reload. */
  ageMs: z.number().nonnegative().optional(),
  /** When it happened by the desk's clock, where the page has compared its own with it. */
  byDesk: z.object({ at: z.number().int().positive(), isSure: z.boolean() }).optional(),
});
export type SentTime = z.infer<typeof sentTime>;
