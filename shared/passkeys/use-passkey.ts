import { eq, lt, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PasskeyProof, PasskeyQuestion } from '#shared/webauthn/messages.ts';
import { challengeMs } from './challenge.ts';
import { loadWebAuthn } from './load-webauthn.ts';
import type { RelyingParty } from './relying-party.ts';
import { userHandleOf } from './user-handle.ts';

interface Asked {
  party: RelyingParty;
  challenge: string;
  /** The passkeys that count; absent: any of this program that the person's device knows. */
  passkeys?: readonly { id: string; transports: string[] }[] | undefined;
}

/** The question that a browser passes on to an authenticator: it always has to verify the user, by PIN, face or finger. */
export async function questionOf({ party, challenge, passkeys }: Asked): Promise<PasskeyQuestion> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: challengeMs,
    userVerification: 'required',
  });
  const { rpId, timeout, userVerification } = options;
  const allowCredentials = passkeys?.map(({ id, transports }) => ({ id, type: 'public-key' as const, transports }));
  return { challenge: options.challenge, rpId, timeout, userVerification, allowCredentials };
}

interface Signed {
  proof: PasskeyProof;
  challenge: string;
  party: RelyingParty;
  passkey: { id: string; publicKey: string };
  /** The person whose passkey it is. */
  personId: string;
}

/** The authenticator's count of signatures; null where the signature is not its own, or for another person. */
export async function counterOf({ proof, challenge, party, passkey, personId }: Signed): Promise<number | null> {
  const { userHandle } = proof.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(personId)) return null;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: proof,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // the count is compared where it is stored, so that of two answers at once one is refused
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: 0,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/**
 * SQL condition: the authenticator's counter continues from the stored one. Otherwise a copy of the authenticator is in use;
 * synced passkeys count nothing.
 */
export const countsOnFrom = (stored: PgColumn, counter: number): SQL | undefined =>
  or(lt(stored, counter), counter === 0 ? eq(stored, 0) : undefined);
