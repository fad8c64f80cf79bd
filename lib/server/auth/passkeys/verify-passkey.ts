import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { writeAuditEverywhere } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Staff, type StaffPasskey, staff, staffPasskeys } from '#lib/server/db/schema/staff.ts';
import { counterOf, countsOnFrom } from '#shared/passkeys/use-passkey.ts';
import type { PasskeyProof } from '#shared/webauthn/messages.ts';
import { type ChallengePurpose, consumeChallenge, readChallenge } from './challenge.ts';
import { requireRelyingParty } from './relying-party.ts';

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
  const challenge = await readChallenge(desk, purpose, proof);
  const [found] = await desk.db
    .select({ staff, passkey: staffPasskeys })
    .from(staffPasskeys)
    .innerJoin(staff, eq(staff.id, staffPasskeys.staffId))
    .where(and(eq(staffPasskeys.id, proof.id), isNull(staff.disabledAt)));
  if (challenge === null || !found) return null;
  const { passkey, staff: person } = found;
  const counter = await counterOf({ proof, challenge, party, passkey, personId: person.id });
  if (counter === null) return null;
  return desk.db.transaction(async (tx) => {
    if (!(await consumeChallenge(tx, desk, challenge))) return null;
    if (await noteUse(tx, desk, { id: passkey.id, rpId: party.id, counter })) return found;
    const entry = { personId: person.id, staffId: person.id, reason: passkey.name, clientAddress };
    await writeAuditEverywhere(tx, desk, { ...entry, action: 'refusePasskey' });
    return null;
  });
}

/** @returns false for a count that does not go on from the last one: a copy of the authenticator is in use */
async function noteUse(
  tx: Queryable,
  { clock }: Pick<DeskContext, 'clock'>,
  { id, rpId, counter }: { id: string; rpId: string; counter: number },
): Promise<boolean> {
  const noted = await tx
    .update(staffPasskeys)
    .set({ counter, rpId, lastUsedAt: new Date(clock()) })
    .where(and(eq(staffPasskeys.id, id), countsOnFrom(staffPasskeys.counter, counter)))
    .returning({ id: staffPasskeys.id });
  return noted.length > 0;
}
