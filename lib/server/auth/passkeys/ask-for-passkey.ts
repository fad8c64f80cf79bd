import 'server-only';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { StaffPasskey } from '#lib/server/db/schema/staff.ts';
import type { PasskeyQuestion } from '#lib/wire/passkeys.ts';
import { type ChallengePurpose, challengeMs, issueChallenge } from './challenge.ts';
import { type RelyingParty, requireRelyingParty } from './relying-party.ts';

interface Asked {
  purpose: ChallengePurpose;
  /** The passkeys that count; absent: any of this desk that the person's device knows. */
  passkeys?: readonly StaffPasskey[];
}

/**
 * The question that a browser passes on to an authenticator: it always has to verify the user, by PIN, face or finger.
 * @throws ActionFailure `conflict` at an address of the desk without passkeys
 */
export async function askForPasskey(
  desk: Pick<DeskContext, 'secret' | 'clock' | 'url'>,
  asked: Asked,
): Promise<PasskeyQuestion> {
  return questionAt(desk, await requireRelyingParty(desk), asked);
}

async function questionAt(
  desk: Pick<DeskContext, 'secret' | 'clock' | 'url'>,
  { id }: RelyingParty,
  { purpose, passkeys }: Asked,
): Promise<PasskeyQuestion> {
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: Buffer.from(await issueChallenge(desk, purpose), 'base64url'),
    timeout: challengeMs,
    userVerification: 'required',
  });
  const { challenge, rpId, timeout, userVerification } = options;
  const allowCredentials = passkeys?.map(({ id: of, transports }) => ({
    id: of,
    type: 'public-key' as const,
    transports,
  }));
  return { challenge, rpId, timeout, userVerification, allowCredentials };
}
