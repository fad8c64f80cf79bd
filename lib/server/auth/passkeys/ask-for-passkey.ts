import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { StaffPasskey } from '#lib/server/db/schema/staff.ts';
import { questionOf } from '#shared/passkeys/use-passkey.ts';
import type { PasskeyQuestion } from '#shared/webauthn/messages.ts';
import { type ChallengePurpose, issueChallenge } from './challenge.ts';
import { requireRelyingParty } from './relying-party.ts';

interface Asked {
  purpose: ChallengePurpose;
  /** The passkeys that count; absent: any of this desk that the person's device knows. */
  passkeys?: readonly StaffPasskey[];
}

/**
 * The question that a browser passes on to an authenticator.
 * @throws ActionFailure `conflict` at an address of the desk without passkeys
 */
export async function askForPasskey(
  desk: Pick<DeskContext, 'secret' | 'clock' | 'url'>,
  { purpose, passkeys }: Asked,
): Promise<PasskeyQuestion> {
  const party = await requireRelyingParty(desk);
  return questionOf({ party, challenge: await issueChallenge(desk, purpose), passkeys });
}
