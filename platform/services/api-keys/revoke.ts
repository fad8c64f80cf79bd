import { and, eq, isNull } from 'drizzle-orm';
import { apiKeys } from '#platform/db/schema/keys.ts';
import { type Operator, OperatorMistake } from '#platform/services/operator.ts';

/** From the next request on, the key is unknown. */
export async function revokeApiKey({ sql, clock }: Operator, keyId: string) {
  const revokedAt = clock();
  const revoked = await sql
    .update(apiKeys)
    .set({ revokedAt })
    .where(and(eq(apiKeys.keyId, keyId), isNull(apiKeys.revokedAt)))
    .returning({ keyId: apiKeys.keyId });
  if (revoked.length === 0) throw new OperatorMistake(`There is no key ${keyId} that could be revoked.`);
  return { keyId, revokedAt: revokedAt.toISOString() };
}
