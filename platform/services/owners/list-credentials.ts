import { getAccessToken } from '#platform/services/access-tokens/get.ts';
import { type ListedApiKey, listApiKeys } from '#platform/services/api-keys/list.ts';
import type { Call } from '#platform/services/call.ts';
import { bucketIdOf } from '#platform/services/gyms/connectivity.ts';
import { bucketCapacity } from '#platform/services/rate-limits/bucket.ts';
import { readBuckets } from '#platform/services/rate-limits/read.ts';

/** How much of its rate a credential has left, and when it was last used, if known. */
export interface Use {
  left: number;
  lastUsedAt: Date | null;
}

export interface Credentials {
  /** Oldest first, including revoked ones. */
  apiKeys: (ListedApiKey & Use)[];
  /** Of version 1. `createdAt` is null if the gym never had a token. */
  accessToken: { legacyGymId: number; createdAt: Date | null } & Use;
}

/** The credentials of the calling gym, without their secrets. */
export async function listCredentials(call: Call): Promise<Credentials> {
  const [keys, token] = [await call.db.read((sql) => listApiKeys({ sql }, call.gymId)), await getAccessToken(call)];
  const { realClock = call.clock } = call;
  // credentials refill, also where a sandbox has stopped the clock
  const inRealTime = { ...call, clock: realClock };
  const tokenBucket = bucketIdOf(token.legacyGymId);
  const buckets = await readBuckets(inRealTime, [...keys.map(({ keyId }) => keyId), tokenBucket]);
  const bucketOf = (bucketId: string): Use =>
    buckets.find((bucket) => bucket.bucketId === bucketId) ?? { left: bucketCapacity, lastUsedAt: null };
  const { legacyGymId, createdAt, lastReceivedAt } = token;
  const isOfThisToken = createdAt !== null && lastReceivedAt !== null && lastReceivedAt >= createdAt;
  return {
    apiKeys: keys.map((key) => ({ ...key, ...bucketOf(key.keyId) })),
    accessToken: {
      legacyGymId,
      createdAt,
      left: bucketOf(tokenBucket).left,
      lastUsedAt: isOfThisToken ? lastReceivedAt : null,
    },
  };
}
