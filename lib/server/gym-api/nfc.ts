import 'server-only';
import { type MemberAccount, memberAccountAsRead } from '#contracts/v2/accounts.ts';
import { type AssignNfcTokenRequest, nfcTokenAsRead } from '#contracts/v2/nfc.ts';
import type { Sent } from '#contracts/v2/primitives.ts';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';
import type { Urgency } from './rate-limiter.ts';

/** Who issued a wallet pass. Google names its issuers by number, Apple by pass type. */
export type NfcIssuer = { collectorId: number } | { passTypeId: string };

interface TokenPlace {
  accountId: string;
  /** Null for tokens without an issuer. */
  issuer: NfcIssuer | null;
}

const writeTimeoutMs = 5_000;

const issuerQuery = (issuer: NfcIssuer | null): Record<string, string> =>
  issuer === null
    ? {}
    : 'collectorId' in issuer
      ? { collectorId: String(issuer.collectorId) }
      : { passTypeId: issuer.passTypeId };

/**
 * Reads the member's token of an issuer; without `issuer`, the token that has none, or else the newest one. If there is no token, the answer
 * is null or a 404.
 */
export function readNfcToken(
  gym: GymClient,
  { accountId, issuer, urgency, isFresh }: TokenPlace & { urgency: Urgency; isFresh?: boolean },
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

/** Replaces the member's token of this issuer. A member who held the new token before loses it. */
export function assignNfcToken(
  gym: GymClient,
  { accountId, token, issuer }: TokenPlace & { token: string },
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

/** Without an issuer, removes all tokens of the member. 404 where there was none. */
export function removeNfcToken(gym: GymClient, { accountId, issuer }: TokenPlace): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'deleteAccountNfcToken',
    parameters: { accountId },
    query: issuerQuery(issuer),
    answer: null,
    urgency: 'interactive',
    timeoutMs: writeTimeoutMs,
  });
}

/** Who holds a pass now. Not coalesced with an earlier request. */
export function findNfcHolder(gym: GymClient, token: string): Promise<GymAnswer<MemberAccount>> {
  return gym.ask({
    operation: 'getByNfc',
    parameters: { nfc: token },
    answer: memberAccountAsRead,
    urgency: 'interactive',
    isFresh: true,
  });
}
