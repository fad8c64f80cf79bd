import 'server-only';
import {
  type AccountPageAsRead,
  accountPageAsRead,
  type MemberAccount,
  memberAccountAsRead,
  memberListAsRead,
  type SentMemberAccount,
  type SentMemberAccountChange,
} from '#contracts/v2/accounts.ts';
import { ifReadable, type ReadList } from '#contracts/v2/reading.ts';
import type { DatedAnswer, GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';
import { largestMemberList, pinging } from './ping.ts';
import type { Urgency } from './rate-limiter.ts';

export interface Question {
  urgency: Urgency;
  /** Answered `busy`, and not sent, where the rate limit would let it wait. */
  isSpare?: boolean;
}

export function findAccountByRfid(
  gym: GymClient,
  { rfid, ...question }: Question & { rfid: string },
): Promise<DatedAnswer<MemberAccount>> {
  return gym.ask({ operation: 'getByRfid', parameters: { rfid }, answer: memberAccountAsRead, ...question });
}

export function findAccountByNfc(
  gym: GymClient,
  { nfc, ...question }: Question & { nfc: string },
): Promise<DatedAnswer<MemberAccount>> {
  return gym.ask({ operation: 'getByNfc', parameters: { nfc }, answer: memberAccountAsRead, ...question });
}

export function findAccountByEmail(
  gym: GymClient,
  { email, ...question }: Question & { email: string },
): Promise<DatedAnswer<MemberAccount>> {
  return gym.ask({ operation: 'getByEmail', parameters: { email }, answer: memberAccountAsRead, ...question });
}

export function findAccountByMembershipId(
  gym: GymClient,
  { membershipId, ...question }: Question & { membershipId: string },
): Promise<DatedAnswer<MemberAccount>> {
  return gym.ask({
    operation: 'retrieveAccountByMembershipId',
    parameters: { membershipId },
    answer: memberAccountAsRead,
    ...question,
  });
}

interface AccountQuestion extends Question {
  accountId: string;
  timeoutMs?: number;
  /** Do not coalesce with a request in flight: its answer may be older than a change made in between. */
  isFresh?: boolean;
}

/** Reads one account. An answer about another account counts as unreadable. */
export async function readAccount(
  gym: GymClient,
  { accountId, ...question }: AccountQuestion,
): Promise<DatedAnswer<MemberAccount>> {
  const answer = await gym.ask({
    operation: 'retrieveAccount',
    parameters: { accountId },
    answer: memberAccountAsRead,
    ...question,
  });
  if (!answer.ok || answer.value.accountId === accountId) return answer;
  return { ok: false, problem: { kind: 'unreadable', isPage: false }, askedAt: answer.askedAt };
}

/** A person waits for it, and repeats it where no answer comes. */
const publishTimeoutMs = 8_000;

/** Makes a person a member of the key's gym. A person whom the platform knows already keeps their account. */
export function publishAccount(gym: GymClient, request: SentMemberAccount): Promise<GymAnswer<MemberAccount>> {
  return gym.ask({
    operation: 'publishAccount',
    body: request,
    answer: memberAccountAsRead,
    urgency: 'interactive',
    timeoutMs: publishTimeoutMs,
  });
}

/** The platform's largest page. */
export const pageSize = 100;
/** Shorter than the default of background work, since a stop of the desk waits for it. */
const pageTimeoutMs = 3_000;
/**
 * One page of the members of the whole chain, latest change first. Members of other gyms of the chain are included, since they may
 * come in here too.
 * @param page.since only members that were changed since then; null for all
 * @param page.isOwnGymOnly only members of this gym itself
 */
export function listAccounts(
  gym: GymClient,
  { offset, since, isOwnGymOnly = false }: { offset: number; since: Date | null; isOwnGymOnly?: boolean },
): Promise<DatedAnswer<AccountPageAsRead>> {
  const query = {
    currentGymOnly: String(isOwnGymOnly),
    offset: String(offset),
    limit: String(pageSize),
    ...(since && { fromTimestamp: since.toISOString() }),
  };
  return gym.ask({
    operation: 'listAccounts',
    query,
    answer: accountPageAsRead,
    unreadableOf: ({ unreadable }) => unreadable,
    largest: largestMemberList,
    // while the limit is reached, verdicts need the changes of the last minutes
    ...(since ? { urgency: 'changes' } : { urgency: 'background', timeoutMs: pageTimeoutMs }),
  });
}

/** A person waits for a list that takes the platform longer. */
const reportTimeoutMs = 5_000;
/** The list has no pages: a gym with many corporate members has some thousands. */
const largestReport = { bytes: 8 * 1024 * 1024, values: 500_000 };

/** Corporate members of this gym whose entitlement ends within these days, both included. */
export function listCorporateAccounts(
  gym: GymClient,
  { from, to }: { from: string; to: string },
): Promise<GymAnswer<ReadList<MemberAccount>>> {
  return gym.ask({
    operation: 'getCorporateFitnessMemberAccounts',
    query: { endDateFrom: from, endDateTo: to },
    answer: memberListAsRead,
    unreadableOf: ({ unreadable }) => unreadable,
    urgency: 'interactive',
    timeoutMs: reportTimeoutMs,
    largest: largestReport,
  });
}

/** Checks whether the platform accepts this key. */
export const ping = (gym: GymClient): Promise<GymAnswer<void>> => gym.ask(pinging('background'));

/** A person waits for it; but after a timeout it would be unknown whether the write was done. */
const writeTimeoutMs = 6_000;

/** Changes the given fields. A field cannot be cleared this way. */
export function patchAccount(
  gym: GymClient,
  { accountId, change }: { accountId: string; change: SentMemberAccountChange },
): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'partialUpdate',
    parameters: { accountId },
    body: change,
    answer: null,
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
}

/**
 * Replaces the whole account; fields that `account` leaves out are cleared. Null where the answer does not contain the account
 * as it is now, or contains another one: without the membership that was sent, it is not the account as it is now.
 */
export async function replaceAccount(
  gym: GymClient,
  { accountId, account }: { accountId: string; account: SentMemberAccount },
): Promise<GymAnswer<MemberAccount | null>> {
  const answer = await gym.ask({
    operation: 'updateAccount',
    parameters: { accountId },
    body: account,
    answer: ifReadable(memberAccountAsRead),
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
  if (!answer.ok) return answer;
  const isWhole = answer.value?.accountId === accountId && answer.value.membership !== null;
  return { ok: true, value: isWhole ? answer.value : null };
}

/** @param account.erase whether to delete all personal data, and not only membership and contract */
export function deleteAccount(
  gym: GymClient,
  { accountId, erase }: { accountId: string; erase: boolean },
): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'eraseAccountMembershipData',
    parameters: { accountId },
    query: { eraseMemberData: String(erase) },
    answer: null,
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
}
