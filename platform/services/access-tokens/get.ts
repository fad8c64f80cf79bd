import { and, eq } from 'drizzle-orm';
import { gyms } from '#platform/db/schema/chains.ts';
import { accessTokens, rateBuckets } from '#platform/db/schema/keys.ts';
import type { Call } from '#platform/services/call.ts';
import { isBucketOfToken, lastReceivedAt } from '#platform/services/gyms/connectivity.ts';

/**
 * The calling gym's access token without its secret: the number of the gym, when the token was created, and when the
 * gym sent its last request, with this token or an earlier one.
 */
export async function getAccessToken({ db, chainId, gymId }: Call) {
  const [token] = await db.read((sql) =>
    sql
      .select({ legacyGymId: gyms.legacyGymId, createdAt: accessTokens.createdAt, lastReceivedAt })
      .from(gyms)
      .leftJoin(accessTokens, eq(accessTokens.legacyGymId, gyms.legacyGymId))
      .leftJoin(rateBuckets, isBucketOfToken)
      .where(and(eq(gyms.chainId, chainId), eq(gyms.gymId, gymId))),
  );
  if (!token) throw new Error('The calling gym exists.');
  return token;
}
