import { and, eq, lt } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { type Owner, ownerPasskeys, owners, ownerUsedChallenges } from '#platform/db/schema/owners.ts';
import { consumeChallenge, type UsedChallenges } from '#shared/passkeys/challenge.ts';
import type { RelyingParty } from '#shared/passkeys/relying-party.ts';
import { counterOf, countsOnFrom } from '#shared/passkeys/use-passkey.ts';
import type { PasskeyProof } from '#shared/webauthn/messages.ts';
import type { SignInWork } from './attempts.ts';

/** The answer of a browser to a question for a passkey. */
export interface GivenProof {
  /** Null for what is no answer of an authenticator. */
  proof: PasskeyProof | null;
  /** What this browser was asked; null for nothing, or too long ago. */
  challenge: string | null;
  /** Null at an address without passkeys. */
  party: RelyingParty | null;
}

/**
 * Verifies that an owner has used a passkey, uses up the challenge, and does what follows in the same transaction: whoever removes
 * the passkey at the same time waits for it, or comes first.
 * @returns null for any other answer, also of a copied authenticator
 */
export async function acceptPasskey<Answer>(
  work: SignInWork,
  { proof, challenge, party }: GivenProof,
  follow: (sql: Sql, owner: Owner) => Promise<Answer>,
): Promise<Answer | null> {
  if (!proof || challenge === null || !party) return null;
  const { db, clock, log } = work;
  const [found] = await db.read((sql) =>
    sql
      .select({ passkey: ownerPasskeys, chainId: owners.chainId })
      .from(ownerPasskeys)
      .innerJoin(owners, eq(owners.ownerId, ownerPasskeys.ownerId))
      .where(eq(ownerPasskeys.id, proof.id)),
  );
  if (!found) return null;
  const { passkey, chainId } = found;
  const { ownerId } = passkey;
  const counter = await counterOf({ proof, challenge, party, passkey, personId: ownerId });
  if (counter === null) return null;
  return db.chain(chainId).transaction(async (sql) => {
    const [owner] = await sql.select().from(owners).where(eq(owners.ownerId, ownerId)).for('no key update');
    if (!owner || !(await consumeChallenge(usedIn(sql), challenge, clock().getTime()))) return null;
    const goesOn = and(eq(ownerPasskeys.id, passkey.id), countsOnFrom(ownerPasskeys.counter, counter));
    const noted = await sql
      .update(ownerPasskeys)
      .set({ counter, lastUsedAt: clock() })
      .where(goesOn)
      .returning({ id: ownerPasskeys.id });
    if (noted.length > 0) return follow(sql, owner);
    log.warn(
      { ownerId },
      'a passkey of an owner was refused: it was removed just now, or its count is behind that of a copy',
    );
    return null;
  });
}

/** The answered challenges, within a transaction. */
export const usedIn = (sql: Sql): UsedChallenges => ({
  deleteExpired: (now) => sql.delete(ownerUsedChallenges).where(lt(ownerUsedChallenges.expiresAt, now)),
  add: async (used) =>
    (
      await sql
        .insert(ownerUsedChallenges)
        .values(used)
        .onConflictDoNothing()
        .returning({ digest: ownerUsedChallenges.digest })
    ).length > 0,
});
