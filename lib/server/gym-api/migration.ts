import 'server-only';
import { type MemberAccount, memberAccountAsRead } from '#contracts/v2/accounts.ts';
import { ifReadable } from '#contracts/v2/reading.ts';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';
import type { Urgency } from './rate-limiter.ts';

/** Long, since cards, bookings and visits are migrated too, and after a timeout it is unknown whether they were. */
const timeoutMs = 8_000;

/**
 * Migrates a member of the legacy interface. Idempotent: a repeat answers with the same account. Null where it was done and the
 * answer does not contain the account.
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
