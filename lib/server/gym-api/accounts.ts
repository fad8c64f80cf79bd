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
import type { GymAnswer, Heard } from './answer.ts';
import type { GymClient } from './gym-client.ts';
import { pinging } from './ping.ts';
import type { Urgency } from './rate-limiter.ts';

export function findAccountByRfid(gym: GymClient, rfid: string, urgency: Urgency): Promise<Heard<MemberAccount>> {
  return gym.ask({ operation: 'getByRfid', parameters: { rfid }, answer: memberAccountAsRead, urgency });
}

export function findAccountByNfc(gym: GymClient, nfc: string, urgency: Urgency): Promise<Heard<MemberAccount>> {
  return gym.ask({ operation: 'getByNfc', parameters: { nfc }, answer: memberAccountAsRead, urgency });
}

export function findAccountByEmail(gym: GymClient, email: string, urgency: Urgency): Promise<Heard<MemberAccount>> {
  return gym.ask({ operation: 'getByEmail', parameters: { email }, answer: memberAccountAsRead, urgency });
}

export function findAccountByMembershipId(
  gym: GymClient,
  membershipId: string,
  urgency: Urgency,
): Promise<Heard<MemberAccount>> {
  return gym.ask({
    operation: 'retrieveAccountByMembershipId',
    parameters: { membershipId },
    answer: memberAccountAsRead,
    urgency,
  });
}

interface Reading {
  urgency: Urgency;
  timeoutMs?: number;
  /** Not the answer to a question that was under way already: it may be older than what was changed meanwhile. */
  isFresh?: boolean;
}

/** What the platform knows of one account. An answer that is about another one is none. */
export async function readAccount(gym: GymClient, accountId: string, reading: Reading): Promise<Heard<MemberAccount>> {
  const answer = await gym.ask({
    operation: 'retrieveAccount',
    parameters: { accountId },
    answer: memberAccountAsRead,
    ...reading,
  });
  if (!answer.ok || answer.value.accountId === accountId) return answer;
  return { ok: false, problem: { kind: 'unreadable', isPage: false }, askedAt: answer.askedAt };
}

/** Somebody waits for it, and asks again where no answer comes. */
const publishTimeoutMs = 8_000;

/** Makes a person a member of the key's gym. Whom the platform knows already keeps their account. */
export function publishAccount(gym: GymClient, request: SentMemberAccount): Promise<GymAnswer<MemberAccount>> {
  return gym.ask({
    operation: 'publishAccount',
    body: request,
    answer: memberAccountAsRead,
    urgency: 'interactive',
    timeoutMs: publishTimeoutMs,
  });
}

/** The most members that the platform tells in one answer. */
export const pageSize = 100;
/** Shorter than background work has otherwise: a stop of the desk waits for it. */
const pageTimeoutMs = 3_000;

/**
 * One page of the members of the whole chain, newest change first: who has a membership at another club of the chain
 * may come in here too, and is found by card here already.
 * @param page.since only members that were changed since then; all where null
 * @param page.isOwnGymOnly only those whose membership is at this gym
 */
export function listAccounts(
  gym: GymClient,
  { offset, since, isOwnGymOnly = false }: { offset: number; since: Date | null; isOwnGymOnly?: boolean },
): Promise<Heard<AccountPageAsRead>> {
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
    urgency: 'background',
    timeoutMs: pageTimeoutMs,
  });
}

/** Somebody waits for a list that the platform has to put together. */
const reportTimeoutMs = 5_000;
/** The platform answers all of them at once: some thousands, of a gym that many employers pay for. */
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

/** Asks whether the platform answers this key. */
export const ping = (gym: GymClient): Promise<GymAnswer<void>> => gym.ask(pinging('background'));

/** A person waits for it, and a write that is given up too early leaves them in doubt. */
const writeTimeoutMs = 6_000;

/** Changes what the request names; nothing can be cleared this way. */
export function patchAccount(
  gym: GymClient,
  accountId: string,
  body: SentMemberAccountChange,
): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'partialUpdate',
    parameters: { accountId },
    body,
    answer: null,
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
}

/**
 * Replaces everything; what the request leaves out is cleared. Null where the platform does not say what it made of it, or
 * tells of another account.
 */
export async function replaceAccount(
  gym: GymClient,
  accountId: string,
  body: SentMemberAccount,
): Promise<GymAnswer<MemberAccount | null>> {
  const answer = await gym.ask({
    operation: 'updateAccount',
    parameters: { accountId },
    body,
    answer: ifReadable(memberAccountAsRead),
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
  return answer.ok && answer.value?.accountId !== accountId ? { ok: true, value: null } : answer;
}

/** @param erase whether all personal data goes too, and not only membership and contract */
export function deleteAccount(
  gym: GymClient,
  accountId: string,
  { erase }: { erase: boolean },
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
