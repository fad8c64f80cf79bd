import { asc, eq } from 'drizzle-orm';
import { gyms } from '#platform/db/schema/chains.ts';
import { accessTokens, rateBuckets } from '#platform/db/schema/keys.ts';
import type { Operator } from '#platform/services/operator.ts';
import { connectivityOf, isBucketOfToken, lastReceivedAt } from './connectivity.ts';

export async function listGyms({ sql, clock }: Operator) {
  const rows = await sql
    .select({ gym: gyms, lastReceivedAt })
    .from(gyms)
    .leftJoin(accessTokens, eq(accessTokens.legacyGymId, gyms.legacyGymId))
    .leftJoin(rateBuckets, isBucketOfToken)
    .orderBy(asc(gyms.legacyGymId));
  return rows.map(({ gym, lastReceivedAt }) => ({
    gymId: gym.gymId,
    name: gym.name,
    connectivity: connectivityOf(lastReceivedAt, clock()),
    lastReceivedAt: lastReceivedAt?.toISOString() ?? null,
    chainId: gym.chainId,
    legacyGymId: gym.legacyGymId,
    timeZone: gym.timeZone,
    isInCorporateNetwork: gym.isInCorporateNetwork,
    takesPartInPlus1: gym.takesPartInPlus1,
  }));
}
