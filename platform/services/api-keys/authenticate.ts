import { timingSafeEqual } from 'node:crypto';
import type { Permission } from '#contracts/v2/operations.ts';
import type { PlatformDatabase } from '#platform/db/client.ts';
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
  secretHash: Buffer;
  permissions: Permission[];
  tokens: number | null;
  granted: boolean | null;
}

/**
 * Finds the key and takes a token from its bucket in one statement, so that the limit holds across all processes. A
 * wrong secret takes nothing: the public part of a key is not enough to empty its bucket.
 */
const chargeKey = {
  name: 'charge_api_key',
  text: `
    WITH found AS (
      SELECT key_id, chain_id, gym_id, secret_hash, permissions FROM api_keys WHERE key_id = $1 AND revoked_at IS NULL
    ), charged AS (${chargeBucketOf({ id: 'key_id', from: 'found WHERE secret_hash = $2' }, '$3::timestamptz')})
    SELECT found.key_id AS "keyId", found.chain_id AS "chainId", found.gym_id AS "gymId",
      found.secret_hash AS "secretHash", found.permissions, charged.tokens, charged.granted
    FROM found LEFT JOIN charged ON true`,
};

/** @returns undefined if the key is unknown, revoked or wrong */
export async function authenticateKey(
  db: PlatformDatabase,
  presented: string,
  now: Date,
): Promise<KnownKey | undefined> {
  const parts = readApiKey(presented);
  if (!parts) return undefined;
  const [row] = await db.find<KeyRow>(chargeKey, [parts.keyId, parts.secretHash, now]);
  if (!row || !timingSafeEqual(row.secretHash, parts.secretHash)) return undefined;
  return {
    keyId: row.keyId,
    chainId: row.chainId,
    gymId: row.gymId,
    permissions: row.permissions,
    isWithinRate: row.granted === true,
    remaining: Math.floor(row.tokens ?? 0),
  };
}
