import 'server-only';
import { type MemberAccount, memberAccountAsRead } from '#contracts/v2/accounts.ts';
import type { Sent } from '#contracts/v2/primitives.ts';
import type { ReadList } from '#contracts/v2/reading.ts';
import { type Rfid, type RfidRequest, rfidListAsRead } from '#contracts/v2/rfids.ts';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';
import type { Urgency } from './rate-limiter.ts';

/** A person waits; but after a timeout it would be unknown whether the platform made the change. */
const writeTimeoutMs = 5_000;

interface RfidsQuestion {
  accountId: string;
  /** `ours`: cards assigned through this interface; `all`: also those assigned by machines. */
  sources: 'ours' | 'all';
  urgency: Urgency;
  /** Do not coalesce with a request in flight. */
  isFresh?: boolean;
}

export function listRfids(
  gym: GymClient,
  { accountId, sources, urgency, isFresh }: RfidsQuestion,
): Promise<GymAnswer<ReadList<Rfid>>> {
  return gym.ask({
    operation: 'getUserRfids',
    parameters: { accountId },
    query: { allSources: String(sources === 'all') },
    answer: rfidListAsRead,
    unreadableOf: ({ unreadable }) => unreadable,
    urgency,
    isFresh,
  });
}

/** Assigns a card to a member, also one that another member of the chain holds. Idempotent. */
export function addRfid(
  gym: GymClient,
  { accountId, card }: { accountId: string; card: Sent<RfidRequest> },
): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'addRFIDToUser',
    parameters: { accountId },
    body: card,
    answer: null,
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
}

/** Replaces the member's cards of this interface by `rfids`; those assigned by machines stay. */
export function replaceRfids(
  gym: GymClient,
  { accountId, rfids }: { accountId: string; rfids: readonly Sent<RfidRequest>[] },
): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'updateUsersRfids',
    parameters: { accountId },
    body: { rfids },
    answer: null,
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
}

/** Removes one card of this interface from a member. */
export function removeRfid(
  gym: GymClient,
  { accountId, rfid }: { accountId: string; rfid: string },
): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'deleteRfid',
    parameters: { accountId, rfid },
    answer: null,
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
}

/** A free card takes two requests in turn. */
const holderTimeoutMs = 3_000;

/** Who holds a card now. Not coalesced with an earlier request. */
export function findRfidHolder(gym: GymClient, rfid: string): Promise<GymAnswer<MemberAccount>> {
  return gym.ask({
    operation: 'getByRfid',
    parameters: { rfid },
    answer: memberAccountAsRead,
    urgency: 'interactive',
    isFresh: true,
    timeoutMs: holderTimeoutMs,
  });
}
