import { asc, eq } from 'drizzle-orm';
import { apiKeys } from '#platform/db/schema/keys.ts';
import type { RuleContext } from '#platform/services/rule-context.ts';

/** The keys of a gym, including revoked ones, without their secrets. */
export async function listApiKeys({ sql }: Pick<RuleContext, 'sql'>, gymId: string) {
  const rows = await sql.select().from(apiKeys).where(eq(apiKeys.gymId, gymId)).orderBy(asc(apiKeys.createdAt));
  return rows.map(({ keyId, permissions, createdAt, revokedAt }) => ({
    keyId,
    permissions,
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  }));
}
export type ListedApiKey = Awaited<ReturnType<typeof listApiKeys>>[number];
