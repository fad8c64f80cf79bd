import type { generateRegistrationOptions } from '@simplewebauthn/server';
import type { NewPasskey } from '#shared/webauthn/messages.ts';
import { challengeMs } from './challenge.ts';
import { loadWebAuthn } from './load-webauthn.ts';
import type { RelyingParty } from './relying-party.ts';
import { userHandleOf } from './user-handle.ts';

/** A person may have one for each of their devices, and keys in a drawer. */
export const mostPasskeys = 20;

/** EdDSA, ES256 and RS256: asked which others it knows, Node writes a warning. */
const algorithms = [-8, -7, -257];

interface Creation {
  party: RelyingParty;
  challenge: string;
  /** As the device shows it: the program, and the person. */
  shown: { program: string; address: string; name: string };
  personId: string;
  /** The person's present passkeys: a device adds no second one. */
  known: readonly { id: string; transports: string[] }[];
}

/** The options that a browser passes on to an authenticator to create a passkey. */
export type PasskeyCreation = Awaited<ReturnType<typeof generateRegistrationOptions>>;

/** The question for a new passkey: one that can be found without a name, and that verifies its user. */
export async function creationOf({ party, challenge, shown, personId, known }: Creation): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: shown.program,
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(userHandleOf(personId), 'base64url')),
    userName: shown.address,
    userDisplayName: shown.name,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: challengeMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The columns of a new passkey. */
interface CreatedPasskey {
  id: string;
  rpId: string;
  /** COSE, base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
}

interface Answered {
  passkey: NewPasskey;
  challenge: string;
  party: RelyingParty;
}

/** @returns null for an answer that is not the authenticator's, or not to this challenge */
export async function verifyCreated({ passkey, challenge, party }: Answered): Promise<CreatedPasskey | null> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: passkey,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { id, rpId: party.id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
  } catch {
    return null;
  }
}
