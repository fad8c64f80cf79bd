import { and, eq } from 'drizzle-orm';
import { gyms } from '#platform/db/schema/chains.ts';
import { accessTokens } from '#platform/db/schema/keys.ts';
import { sha256 } from '#platform/services/api-keys/api-key.ts';
import type { RuleContext } from '#platform/services/rule-context.ts';
import { mintAccessToken } from './access-token.ts';

/**
 * Creates a new access token of the legacy interface, which is shown once. The old token is invalid from the next
 * request on.
 */
export async function renewAccessToken(
  { sql, clock, realClock = clock, ids }: RuleContext,
  { chainId, gymId }: { chainId: string; gymId: string },
) {
  const accessToken = mintAccessToken(ids);
  const renewed = { tokenHash: sha256(accessToken), createdAt: realClock() };
  const [gym] = await sql
    .select({ legacyGymId: gyms.legacyGymId })
    .from(gyms)
    .where(and(eq(gyms.chainId, chainId), eq(gyms.gymId, gymId)));
  if (!gym) throw new Error('A token is renewed for a gym that was found.');
  await sql
    .insert(accessTokens)
    .values({ legacyGymId: gym.legacyGymId, chainId, gymId, ...renewed })
    .onConflictDoUpdate({ target: accessTokens.legacyGymId, set: renewed });
  return { legacyGymId: gym.legacyGymId, accessToken };
}
