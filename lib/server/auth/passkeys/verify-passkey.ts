import 'server-only';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { writeAuditEverywhere } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Staff, type StaffPasskey, staff, staffPasskeys } from '#lib/server/db/schema/staff.ts';
import type { PasskeyProof } from '#lib/wire/passkeys.ts';
import { type ChallengePurpose, consumeChallenge, readChallenge } from './challenge.ts';
import { type RelyingParty, requireRelyingParty } from './relying-party.ts';
import { userHandleOf } from './user-handle.ts';

type Verifying = Pick<DeskContext, 'db' | 'clock' | 'newId' | 'secret' | 'url'>;

interface Given {
  proof: PasskeyProof;
  purpose: ChallengePurpose;
  clientAddress: string;
}

/**
 * Verifies that a person has used their passkey for this purpose, and uses up the challenge.
 * @returns the person; null for any other answer, also of a disabled person or a copied authenticator
 */
export async function verifyPasskey(
  desk: Verifying,
  { proof, purpose, clientAddress }: Given,
): Promise<{ staff: Staff; passkey: StaffPasskey } | null> {
  const party = await requireRelyingParty(desk);
  const challenge = await readChallenge(desk, purpose);
  const [found] = await desk.db
    .select({ staff, passkey: staffPasskeys })
    .from(staffPasskeys)
    .innerJoin(staff, eq(staff.id, staffPasskeys.staffId))
    .where(and(eq(staffPasskeys.id, proof.id), isNull(staff.disabledAt)));
  if (challenge === null || !found) return null;
  const { userHandle } = proof.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(found.staff.id)) return null;
  const counter = await counterOf({ proof, challenge, party, passkey: found.passkey });
  if (counter === null) return null;
  return desk.db.transaction(async (tx) => {
    if (!(await consumeChallenge(tx, desk, challenge))) return null;
    const isKept = await noteUse(tx, desk, { id: found.passkey.id, rpId: party.id, counter });
    if (isKept) return found;
    const { id: personId } = found.staff;
    const entry = { personId, staffId: personId, reason: found.passkey.name, clientAddress };
    await writeAuditEverywhere(tx, desk, { ...entry, action: 'refusePasskey' });
    return null;
  });
}

interface Signed {
  proof: PasskeyProof;
  challenge: string;
  party: RelyingParty;
  passkey: StaffPasskey;
}

/** The authenticator's count of signatures; null where the signature is not its own. */
async function counterOf({ proof, challenge, party, passkey }: Signed): Promise<number | null> {
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

/** @returns false for a count that does not go on from the last one: a copy of the authenticator is in use */
async function noteUse(
  tx: Queryable,
  { clock }: Pick<DeskContext, 'clock'>,
  { id, rpId, counter }: { id: string; rpId: string; counter: number },
): Promise<boolean> {
  const countsNone = counter === 0 ? eq(staffPasskeys.counter, 0) : undefined;
  const noted = await tx
    .update(staffPasskeys)
    .set({ counter, rpId, lastUsedAt: new Date(clock()) })
    .where(and(eq(staffPasskeys.id, id), or(lt(staffPasskeys.counter, counter), countsNone)))
    .returning({ id: staffPasskeys.id });
  return noted.length > 0;
}
