import { and, eq, isNull } from 'drizzle-orm';
import { apiKeys } from '#platform/db/schema/keys.ts';
import type { RuleContext } from '#platform/services/rule-context.ts';

interface KeyToRevoke {
  keyId: string;
  /** The gym that the key must belong to. The operator may revoke any key. */
  gymId?: string;
}

/**
 * Revokes a key from the next request on.
 * @returns undefined if there is no such key, or it is revoked already
 */
export async function revokeApiKey({ sql, clock, realClock = clock }: RuleContext, { keyId, gymId }: KeyToRevoke) {
  const revokedAt = realClock();
  const isMeant = and(
    eq(apiKeys.keyId, keyId),
    isNull(apiKeys.revokedAt),
    gymId === undefined ? undefined : eq(apiKeys.gymId, gymId),
  );
  const revoked = await sql.update(apiKeys).set({ revokedAt }).where(isMeant).returning({ keyId: apiKeys.keyId });
  return revoked.length === 0 ? undefined : { keyId, revokedAt: revokedAt.toISOString() };
}
