import { timingSafeEqual } from 'node:crypto';
import type { Permission } from '#contracts/v2/operations.ts';
import type { PlatformDatabase } from '#platform/db/client.ts';
import { readApiKey } from './api-key.ts';

/** Token bucket of a key (behaviour sheet, "Credentials, limits, errors"). */
export const bucketCapacity = 60;
export const bucketRefillPerSecond = 6;

export interface KnownKey {
  keyId: string;
  chainId: string;
  gymId: string;
  permissions: readonly Permission[];
  /** False when the bucket was empty: the request must not be served. */
  isWithinRate: boolean;
  remaining: number;
}

interface KeyRow {
  key_id: string;
  chain_id: string;
  gym_id: string;
  secret_hash: Buffer;
  permissions: Permission[];
  tokens: number | null;
  granted: boolean | null;
}

const level = `least(${bucketCapacity}, bucket.tokens
  + ${bucketRefillPerSecond} * greatest(0, extract(epoch from excluded.refilled_at - bucket.refilled_at)))`;

/**
 * Finds the key and takes a token from its bucket in one statement, so that the limit holds for all processes.
 * A wrong secret takes nothing: nobody can empty the bucket of a key by its public part.
 */
const chargeKey = {
  name: 'charge_api_key',
  text: `
    WITH found AS (
      SELECT key_id, chain_id, gym_id, secret_hash, permissions FROM api_keys WHERE key_id = $1 AND revoked_at IS NULL
    ), charged AS (
      INSERT INTO rate_buckets AS bucket (key_id, tokens, refilled_at, granted)
      SELECT key_id, ${bucketCapacity - 1}, $3::timestamptz, true FROM found WHERE secret_hash = $2
      ON CONFLICT (key_id) DO UPDATE SET
        tokens = CASE WHEN ${level} >= 1 THEN ${level} - 1 ELSE ${level} END,
        granted = ${level} >= 1,
        refilled_at = greatest(bucket.refilled_at, excluded.refilled_at)
      RETURNING tokens, granted
    )
    SELECT found.*, charged.tokens, charged.granted FROM found LEFT JOIN charged ON true`,
};

/** @returns undefined for a key that is unknown, revoked or wrong */
export async function authenticateKey(
  db: PlatformDatabase,
  presented: string,
  now: Date,
): Promise<KnownKey | undefined> {
  const parts = readApiKey(presented);
  if (!parts) return undefined;
  const [row] = await db.find<KeyRow>(chargeKey, [parts.keyId, parts.secretHash, now]);
  if (!row || !timingSafeEqual(row.secret_hash, parts.secretHash)) return undefined;
  return {
    keyId: row.key_id,
    chainId: row.chain_id,
    gymId: row.gym_id,
    permissions: row.permissions,
    isWithinRate: row.granted === true,
    remaining: Math.floor(row.tokens ?? 0),
  };
}
