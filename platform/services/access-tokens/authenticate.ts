import { timingSafeEqual } from 'node:crypto';
import type { PlatformDatabase } from '#platform/db/client.ts';
import { sha256 } from '#platform/services/api-keys/api-key.ts';
import { bucketIdOf, recordedEverySeconds } from '#platform/services/gyms/connectivity.ts';
import { chargeBucketOf } from '#platform/services/rate-limits/bucket.ts';
import { clocksDifferMs } from '#shared/clocks-differ.ts';

interface KnownToken {
  chainId: string;
  gymId: string;
  /** False if the bucket was empty: the request must be refused. */
  isWithinRate: boolean;
  remaining: number;
}

interface TokenRow {
  chainId: string;
  gymId: string;
  tokenHash: Buffer;
  tokens: number | null;
  granted: boolean | null;
}

/**
 * Finds the token, takes from its bucket and records the time of the request, in one statement. The row of the token
 * is written at most once a minute, or if it was written before a clock was set back; the bucket, which every request
 * writes anyway, has the exact time.
 */
const chargeToken = {
  name: 'charge_access_token',
  text: `
    WITH found AS (
      SELECT chain_id, gym_id, token_hash FROM access_tokens WHERE legacy_gym_id = $1
    ), heard AS (
      UPDATE access_tokens SET last_received_at = $3
      WHERE legacy_gym_id = $1 AND token_hash = $2
        AND (last_received_at IS NULL OR last_received_at <= $3::timestamptz - interval '${recordedEverySeconds} seconds'
          OR last_received_at > $3::timestamptz + interval '${clocksDifferMs} milliseconds')
    ), charged AS (${chargeBucketOf({ id: '$4', from: 'found WHERE token_hash = $2' }, '$3::timestamptz')})
    SELECT found.chain_id AS "chainId", found.gym_id AS "gymId", found.token_hash AS "tokenHash",
      charged.tokens, charged.granted
    FROM found LEFT JOIN charged ON true`,
};

const maxLegacyGymId = 2 ** 31 - 1;

/**
 * @param presented `gymId`: the number of the gym, as the query string has it
 * @returns undefined unless this is the gym's token
 */
export async function authenticateToken(
  db: PlatformDatabase,
  presented: { gymId: string; token: string },
  now: Date,
): Promise<KnownToken | undefined> {
  const { gymId, token } = presented;
  const legacyGymId = /^[1-9]\d{0,9}$/.test(gymId) ? Number(gymId) : 0;
  if (legacyGymId === 0 || legacyGymId > maxLegacyGymId) return undefined;
  const tokenHash = sha256(token);
  const [row] = await db.find<TokenRow>(chargeToken, [legacyGymId, tokenHash, now, bucketIdOf(legacyGymId)]);
  if (!row || !timingSafeEqual(row.tokenHash, tokenHash)) return undefined;
  return {
    chainId: row.chainId,
    gymId: row.gymId,
    isWithinRate: row.granted === true,
    remaining: Math.floor(row.tokens ?? 0),
  };
}
