import 'server-only';
import { createHmac, hkdfSync } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { keyBuckets } from '#lib/server/db/schema/key-buckets.ts';
import {
  createTokenBucket,
  publishedLimit,
  type Take,
  type Taken,
  type TokenBucket,
  takenBeyond,
} from '#lib/server/gym-api/token-bucket.ts';
import { clocksDifferMs } from '#shared/clocks-differ.ts';
import type { Log } from '#shared/log/log.ts';

/** While more than half is left, a statement takes {@link takenBeyond} more. Two processes may hold those when a burst begins. */
const capacity = publishedLimit.capacity - 2 * takenBeyond;
const half = capacity / 2;
/** A member at the counter waits for it. */
const longestCountMs = 300;
/** After a failure, the row is left alone for so long. */
const pauseMs = 1_000;
/** Far longer than any answer makes the next request wait. */
const fullAfterMs = 10 * 60_000;

export interface BucketTime {
  /** Monotonic, milliseconds. */
  now: () => number;
  inDatabase: SQL;
  /** Resolves once the row has not answered for too long. */
  waitForLate: (signal: AbortSignal) => Promise<null>;
}

export const realTime: BucketTime = {
  now: () => performance.now(),
  inDatabase: sql`statement_timestamp()`,
  waitForLate: (signal) => pause(longestCountMs, null, { signal }),
};

interface SharedBucketOptions {
  locationId: string;
  apiKey: string;
  /** DESK_SECRET. */
  secret: string;
  db: Queryable;
  log: Pick<Log, 'warn'>;
  time?: BucketTime | undefined;
}

/**
 * The token bucket of a location's key, which all processes of the desk share as a row of the database, by the database's clock. While
 * the database does not answer in time, this process counts by itself from the last known state, and adds its requests to the row
 * afterwards.
 */
export function createSharedBucket({
  locationId,
  apiKey,
  secret,
  db,
  log,
  time = realTime,
}: SharedBucketOptions): TokenBucket {
  const keyDigest = createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'rate limits of keys', 32)))
    .update(apiKey)
    .digest('base64url');
  const { now } = time;
  // before the first count, others may have taken everything
  let own = createTokenBucket({ now, capacity, tokens: 0 });
  let isCounting = false;
  /** How often this process has counted by itself, and the row does not know. */
  let untold = 0;
  let askAgainAt = 0;

  const count = async ({ heard, ...asked }: Take): Promise<Taken | null> => {
    isCounting = true;
    const told = untold;
    const { left: known } = await own.take({ wanted: 0, leave: 0, heard });
    try {
      const counted = await countInRow(
        { locationId, keyDigest, db, time },
        { ...asked, heard: told > 0 ? known : heard },
      );
      untold -= told;
      if (untold === 0) own = createTokenBucket({ now, capacity, tokens: counted.left });
      return counted;
    } catch (error) {
      log.warn({ error, locationId }, 'the rate limit of a key could not be counted');
      askAgainAt = now() + pauseMs;
      return null;
    } finally {
      isCounting = false;
    }
  };

  return {
    take: async (asked) => {
      const isAsked = !isCounting && now() >= askAgainAt;
      const late = new AbortController();
      const counted = isAsked && (await Promise.race([count(asked), time.waitForLate(late.signal)]));
      late.abort();
      if (counted) return counted;
      untold += 1;
      return own.take(asked);
    },
  };
}

interface Counting extends Required<Pick<SharedBucketOptions, 'locationId' | 'db' | 'time'>> {
  keyDigest: string;
}

/** One statement that refills the row, and takes tokens from it. */
async function countInRow(
  { locationId, keyDigest, db, time }: Counting,
  { wanted, leave, heard }: Take,
): Promise<Taken> {
  const full = Math.min(capacity, heard ?? capacity);
  const first = Math.max(0, Math.min(wanted + (full - wanted > half ? takenBeyond : 0), Math.floor(full - leave)));
  const { rows } = await db.execute<{ taken: number; left: number }>(sql`
    insert into ${keyBuckets} as bucket (location_id, key_digest, tokens, counted_at, taken)
    values (${locationId}, ${keyDigest}, ${full - first}::float8, ${time.inDatabase}, ${first}::int)
    on conflict (location_id, key_digest) do update set (taken, tokens, counted_at) = (
      select take, tokens - take, at from (
        select tokens, at, greatest(0, floor(least(tokens - ${leave}::float8,
          ${wanted}::float8 + case when tokens - ${wanted}::float8 > ${half}::float8 then ${takenBeyond}::float8 else 0 end
        )))::int as take
        from (
          select at, least(${capacity}::float8, ${heard}::float8, bucket.tokens + ${publishedLimit.perSecond}::float8
            * greatest(0, extract(epoch from at - bucket.counted_at)::float8)) as tokens
          from (select case
            -- written before the clock was set back
            when bucket.counted_at > ${time.inDatabase} + make_interval(secs => ${clocksDifferMs / 1_000}::float8)
            then ${time.inDatabase}
            else greatest(${time.inDatabase}, bucket.counted_at)
          end as at) as time
        ) as refilled
      ) as counted
    )
    returning bucket.taken, bucket.tokens as left`);
  const [bucket] = rows;
  if (!bucket) throw new Error('The bucket of a key was not written.');
  return bucket;
}

/** Deletes the buckets of a location that nobody has counted in for so long that they are full. */
export async function deleteFullBuckets(db: Queryable, locationId: string): Promise<void> {
  const isFull = lt(
    keyBuckets.countedAt,
    sql`statement_timestamp() - make_interval(secs => ${fullAfterMs / 1_000}::float8)`,
  );
  await db.delete(keyBuckets).where(and(eq(keyBuckets.locationId, locationId), isFull));
}
