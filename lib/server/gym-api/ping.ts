import 'server-only';
import { z } from 'zod';
import { pageAsRead } from '#contracts/v2/reading.ts';
import type { GymAnswer } from './answer.ts';
import type { GymRequest } from './call.ts';
import type { Urgency } from './rate-limiter.ts';

/** Parsed only far enough to tell a platform from a gateway in its place. */
const anyPage = pageAsRead({ items: z.array(z.unknown()) }).transform(() => undefined);

export const pingOperation = 'listAccounts';

/** A platform that ignores `limit` sends everybody: some 10,000 members. */
export const largestMemberList = { bytes: 16 * 1024 * 1024, values: 500_000 };

/** The cheapest request that shows whether the platform accepts this key. */
export const pinging = (urgency: Urgency): GymRequest<void> => ({
  operation: pingOperation,
  query: { limit: '0' },
  answer: anyPage,
  urgency,
  timeoutMs: 2_000,
  largest: largestMemberList,
});

/** Sends a ping through all middlewares. */
export type Ping = (urgency: Urgency) => Promise<GymAnswer<void>>;
