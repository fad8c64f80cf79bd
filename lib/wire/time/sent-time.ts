import { z } from 'zod';

/** When an event happened, as a browser sends it with each attempt. */
export const sentTime = z.object({
  /** Browser's clock, epoch milliseconds, when this attempt was sent. */
  sentAt: z.number().int().positive(),
  /** Age of the event by a monotonic clock; absent if no such clock kept running across a reload. */
  ageMs: z.number().nonnegative().optional(),
  /** The time of the event by the desk's clock, where the page knows the offset. */
  byDesk: z.object({ at: z.number().int().positive(), isSure: z.boolean() }).optional(),
});
export type SentTime = z.infer<typeof sentTime>;
