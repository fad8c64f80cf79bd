import 'server-only';
import { type MemberAccount, memberAccountAsRead } from '#contracts/v2/accounts.ts';
import type { Sent } from '#contracts/v2/primitives.ts';
import type { ReadList } from '#contracts/v2/reading.ts';
import { type Rfid, type RfidRequest, rfidListAsRead } from '#contracts/v2/rfids.ts';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';
import type { Urgency } from './rate-limiter.ts';

/** A person waits, but a change that is cut off would leave them unsure of what the platform did. */
const writeTimeoutMs = 5_000;

/** @param ask.sources `ours`: cards that came through this interface; `all`: also those that machines assigned */
export function listRfids(
  gym: GymClient,
  accountId: string,
  { sources, urgency, isFresh }: { sources: 'ours' | 'all'; urgency: Urgency; isFresh?: boolean },
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

/** Gives a card to a member, also one that somebody else of the chain holds. Again: changes nothing. */
export function addRfid(gym: GymClient, accountId: string, card: Sent<RfidRequest>): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'addRFIDToUser',
    parameters: { accountId },
    body: card,
    answer: null,
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
}

/** Makes `rfids` the cards that the member has through this interface; those of machines stay. */
export function replaceRfids(
  gym: GymClient,
  accountId: string,
  rfids: readonly Sent<RfidRequest>[],
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

/** Who holds a card at this very moment: never the answer to somebody who asked before. */
export function findRfidHolder(gym: GymClient, rfid: string): Promise<GymAnswer<MemberAccount>> {
  return gym.ask({
    operation: 'getByRfid',
    parameters: { rfid },
    answer: memberAccountAsRead,
    urgency: 'interactive',
    isFresh: true,
  });
}
