import type { Permission } from '#contracts/v2/operations.ts';
import { apiKeys } from '#platform/db/schema/keys.ts';
import type { RuleContext } from '#platform/services/rule-context.ts';
import { mintApiKey } from './api-key.ts';

interface NewApiKey {
  chainId: string;
  gymId: string;
  permissions: Permission[];
}

/** Creates a key for a gym. It is shown once: only the hash of its secret is stored. */
export async function createApiKey(
  { sql, clock, realClock = clock, ids }: RuleContext,
  { chainId, gymId, permissions }: NewApiKey,
) {
  const { apiKey, keyId, secretHash } = mintApiKey(ids);
  await sql.insert(apiKeys).values({ keyId, chainId, gymId, secretHash, permissions, createdAt: realClock() });
  return { keyId, apiKey, permissions };
}
