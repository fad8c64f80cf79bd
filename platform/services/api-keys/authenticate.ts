import type { Permission } from '#contracts/v2/operations.ts';
import { askedOfAllAs } from '#platform/db/asked-as.ts';
import type { BatchStatement, PlatformDatabase } from '#platform/db/client.ts';
import { chargeBucketOf } from '#platform/services/rate-limits/bucket.ts';
import { readApiKey } from './api-key.ts';

export interface KnownKey {
  keyId: string;
  chainId: string;
  gymId: string;
  permissions: readonly Permission[];
  /** False if the bucket was empty: the request must be refused. */
  isWithinRate: boolean;
  remaining: number;
}

interface KeyRow {
  keyId: string;
  chainId: string;
  gymId: string;
  permissions: Permission[];
  tokens: number;
  granted: boolean;
}

/**
 * Finds keys and takes a token from the bucket of each in one statement, so that the limit holds across all processes. A
 * wrong secret takes nothing: the public part of a key is not enough to empty its bucket. All processes lock the buckets
 * in the same order.
 */
const chargeKeys: BatchStatement = {
  name: 'charge_api_keys',
  // an INSERT can change a row only once
  unique: 0,
  text: `
    WITH found AS (
      SELECT asked.place, asked.at, k.key_id, k.chain_id, k.gym_id, k.permissions
      FROM ${askedOfAllAs('key_id text', 'secret_hash bytea', 'at timestamptz')}
      JOIN api_keys k ON k.key_id = asked.key_id AND k.secret_hash = asked.secret_hash AND k.revoked_at IS NULL
      ORDER BY k.key_id
    ), charged AS (${chargeBucketOf({ id: 'key_id', from: 'found' }, 'at')})
    SELECT found.place, found.key_id AS "keyId", found.chain_id AS "chainId", found.gym_id AS "gymId",
      found.permissions, charged.tokens, charged.granted
    FROM found JOIN charged USING (key_id)`,
};

/** @returns undefined if the key is unknown, revoked or wrong */
export async function authenticateKey(
  db: PlatformDatabase,
  presented: string,
  now: Date,
): Promise<KnownKey | undefined> {
  const parts = readApiKey(presented);
  if (!parts) return undefined;
  const [row] = await db.findInBatch<KeyRow>(chargeKeys, [parts.keyId, parts.secretHash, now]);
  if (!row) return undefined;
  return {
    keyId: row.keyId,
    chainId: row.chainId,
    gymId: row.gymId,
    permissions: row.permissions,
    isWithinRate: row.granted,
    remaining: Math.floor(row.tokens),
  };
}
