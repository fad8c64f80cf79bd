import 'server-only';
import { z } from 'zod';
import type { GymAnswer } from './answer.ts';
import type { GymRequest } from './call.ts';
import type { Urgency } from './rate-limiter.ts';

/** Read as far as it tells a platform from something in its place. */
const listOfNobody = z.object({ items: z.array(z.unknown()) }).transform(() => undefined);

export const pingOperation = 'listAccounts';

/** The cheapest question there is: it shows whether the platform answers this key. */
export const pinging = (urgency: Urgency): GymRequest<void> => ({
  operation: pingOperation,
  query: { limit: '0' },
  answer: listOfNobody,
  urgency,
  timeoutMs: 2_000,
});

/** Asks it, through every rule that other requests pass. */
export type Ping = (urgency: Urgency) => Promise<GymAnswer<void>>;
