import 'server-only';
import { type MemberAccount, memberAccountAsRead } from '#contracts/v2/accounts.ts';
import { ifReadable } from '#contracts/v2/reading.ts';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';
import type { Urgency } from './rate-limiter.ts';

/** Cards, bookings and visits come along, and whoever gives up too early does not know whether they did. */
const timeoutMs = 8_000;

/**
 * Brings a member of the legacy interface over. Asking again changes nothing, and is answered with the same account. Null
 * where it was done and the answer does not say which account it is.
 */
export function migrateMember(
  gym: GymClient,
  { legacyUserId, urgency }: { legacyUserId: number; urgency: Urgency },
): Promise<GymAnswer<MemberAccount | null>> {
  return gym.ask({
    operation: 'migrate',
    query: { legacyUserId: String(legacyUserId) },
    answer: ifReadable(memberAccountAsRead),
    urgency,
    timeoutMs,
  });
}
