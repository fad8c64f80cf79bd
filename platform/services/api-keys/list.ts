import { asc, eq } from 'drizzle-orm';
import { apiKeys } from '#platform/db/schema/keys.ts';
import type { Operator } from '#platform/services/operator.ts';

/** The keys of a gym, revoked ones too; of their secrets nothing is known. */
export async function listApiKeys({ sql }: Operator, gymId: string) {
  const rows = await sql.select().from(apiKeys).where(eq(apiKeys.gymId, gymId)).orderBy(asc(apiKeys.createdAt));
  return rows.map(({ keyId, permissions, createdAt, revokedAt }) => ({
    keyId,
    permissions,
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  }));
}
