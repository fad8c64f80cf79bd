import { and, eq, sql as raw } from 'drizzle-orm';
import type { PlatformDatabase } from '#platform/db/client.ts';
import { accessTokens, rateBuckets } from '#platform/db/schema/keys.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** Whether the software of a gym sent a request to the gym interface, version 1, within the last day. */
export type Connectivity = 'active' | 'inactive' | 'never';

export interface ConnectivityState {
  connectivity: Connectivity;
  lastReceivedAt: Date | null;
  /** Since when the indicator has had its current state; null if the gym never sent a request. */
  since: Date | null;
}

const silenceMs = dayMs;

/** Minimum interval between two writes of a token's row. */
export const recordedEverySeconds = 60;

/** Id of the rate bucket of a gym's access token. */
export const bucketIdOf = (legacyGymId: number): string => `v1:${legacyGymId}`;

/** The indicator that the owner of a gym sees (seed of the gym interface, "States and transitions"). */
export function connectivityOf(lastReceivedAt: Date | null, now: Date): Connectivity {
  if (!lastReceivedAt) return 'never';
  return now.getTime() - lastReceivedAt.getTime() < silenceMs ? 'active' : 'inactive';
}

/** The bucket has the exact time. The token is written once a minute, but survives a crash of the database. */
export const lastReceivedAt =
  raw<Date | null>`greatest(${accessTokens.lastReceivedAt}, ${rateBuckets.refilledAt})`.mapWith(
    accessTokens.lastReceivedAt,
  );
export const isBucketOfToken = eq(rateBuckets.keyId, raw`'v1:' || ${accessTokens.legacyGymId}`);

/** The connectivity of one gym. */
export async function getConnectivity(
  db: PlatformDatabase,
  { chainId, gymId }: { chainId: string; gymId: string },
  now: Date,
): Promise<ConnectivityState> {
  const [row] = await db.chain(chainId).read((sql) =>
    sql
      .select({ lastReceivedAt })
      .from(accessTokens)
      .leftJoin(rateBuckets, isBucketOfToken)
      .where(and(eq(accessTokens.chainId, chainId), eq(accessTokens.gymId, gymId))),
  );
  return stateOf(row?.lastReceivedAt ?? null, now);
}

function stateOf(lastReceivedAt: Date | null, now: Date): ConnectivityState {
  const connectivity = connectivityOf(lastReceivedAt, now);
  const silentSince = lastReceivedAt && new Date(lastReceivedAt.getTime() + silenceMs);
  return { connectivity, lastReceivedAt, since: connectivity === 'inactive' ? silentSince : lastReceivedAt };
}
