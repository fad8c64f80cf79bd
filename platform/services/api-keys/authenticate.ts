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
 * wrong secret takes nothing: the public part of a key is not enough to empty its bucket. An INSERT can change a bucket
 * only once, so a batch has each key with its secret only once. All processes lock the buckets in the same order.
 */
const chargeKeys: BatchStatement = {
  name: 'charge_api_keys',
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
  const { keyId, secretHash } = parts;
  // the secret too: whoever knows only the public part must not be able to delay the requests of the key
  const oncePer = `${keyId} ${secretHash.toString('hex')}`;
  const [row] = await db.findInBatch<KeyRow>(chargeKeys, [keyId, secretHash, now], oncePer);
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
