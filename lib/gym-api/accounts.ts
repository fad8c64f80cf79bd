import 'server-only';
import { accountPage, type MemberAccount, memberAccount } from '#contracts/v2/accounts.ts';
import type { GymAnswer } from './answer.ts';
import type { Urgency } from './pacer.ts';
import type { Transport } from './transport.ts';

export function findAccountByRfid(gym: Transport, rfid: string, urgency: Urgency): Promise<GymAnswer<MemberAccount>> {
  return gym.ask({ operation: 'getByRfid', parameters: { rfid }, answer: memberAccount, urgency });
}

export function findAccountByNfc(gym: Transport, nfc: string, urgency: Urgency): Promise<GymAnswer<MemberAccount>> {
  return gym.ask({ operation: 'getByNfc', parameters: { nfc }, answer: memberAccount, urgency });
}

export function findAccountByEmail(gym: Transport, email: string, urgency: Urgency): Promise<GymAnswer<MemberAccount>> {
  return gym.ask({ operation: 'getByEmail', parameters: { email }, answer: memberAccount, urgency });
}

export function findAccountByMembershipId(
  gym: Transport,
  membershipId: string,
  urgency: Urgency,
): Promise<GymAnswer<MemberAccount>> {
  return gym.ask({
    operation: 'retrieveAccountByMembershipId',
    parameters: { membershipId },
    answer: memberAccount,
    urgency,
  });
}

export function readAccount(gym: Transport, accountId: string, urgency: Urgency): Promise<GymAnswer<MemberAccount>> {
  return gym.ask({ operation: 'retrieveAccount', parameters: { accountId }, answer: memberAccount, urgency });
}

/** Asks the cheapest question there is, to hear whether the platform answers this key. */
export async function knock(gym: Transport): Promise<GymAnswer<unknown>> {
  const query = { limit: '0' };
  return gym.ask({ operation: 'listAccounts', query, answer: accountPage, urgency: 'background', timeoutMs: 2_000 });
}
