import 'server-only';
import { type MemberAccount, memberAccountAsRead } from '#contracts/v2/accounts.ts';
import { type AssignNfcTokenRequest, nfcTokenAsRead } from '#contracts/v2/nfc.ts';
import type { Sent } from '#contracts/v2/primitives.ts';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';
import type { Urgency } from './rate-limiter.ts';

/** Who issued a wallet pass. Google names its issuers by number, Apple by pass type. */
export type NfcIssuer = { collectorId: number } | { passTypeId: string };

const writeTimeoutMs = 5_000;

const issuerQuery = (issuer: NfcIssuer | null): Record<string, string> =>
  issuer === null
    ? {}
    : 'collectorId' in issuer
      ? { collectorId: String(issuer.collectorId) }
      : { passTypeId: issuer.passTypeId };

/** The member's token of one issuer; without one, the token that names none, else the newest. 404, or null: there is none. */
export function readNfcToken(
  gym: GymClient,
  accountId: string,
  issuer: NfcIssuer | null,
  { urgency, isFresh }: { urgency: Urgency; isFresh?: boolean },
): Promise<GymAnswer<string | null>> {
  return gym.ask({
    operation: 'getAccountNfcToken',
    parameters: { accountId },
    query: issuerQuery(issuer),
    answer: nfcTokenAsRead,
    urgency,
    isFresh,
  });
}

/** Takes the place of the member's token of this issuer. Whoever held the token holds it no longer. */
export function assignNfcToken(
  gym: GymClient,
  accountId: string,
  token: string,
  issuer: NfcIssuer | null,
): Promise<GymAnswer<void>> {
  const body: Sent<AssignNfcTokenRequest> = { token, ...issuer };
  return gym.ask({
    operation: 'assignAccountNfcToken',
    parameters: { accountId },
    body,
    answer: null,
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
}

/** Without an issuer all tokens of the member are removed. 404: there was none. */
export function removeNfcToken(gym: GymClient, accountId: string, issuer: NfcIssuer | null): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'deleteAccountNfcToken',
    parameters: { accountId },
    query: issuerQuery(issuer),
    answer: null,
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
}

/** Who holds a pass at this very moment: never the answer to somebody who asked before. */
export function findNfcHolder(gym: GymClient, token: string): Promise<GymAnswer<MemberAccount>> {
  return gym.ask({
    operation: 'getByNfc',
    parameters: { nfc: token },
    answer: memberAccountAsRead,
    urgency: 'interactive',
    isFresh: true,
  });
}
