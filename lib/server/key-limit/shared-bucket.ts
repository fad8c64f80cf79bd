import 'server-only';
import { sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { keyBuckets } from '#lib/server/db/schema/key-buckets.ts';
import { publishedLimit, type TokenBucket } from '#lib/server/gym-api/token-bucket.ts';
import { clocksDifferMs } from '#shared/clocks-differ.ts';
import type { Log } from '#shared/log/log.ts';

/** While more than half is left, a statement takes so many more, which the process uses without asking. */
const spare = 5;
/** Two processes may hold that many when a burst begins. */
const capacity = publishedLimit.capacity - 2 * spare;
const half = capacity / 2;

interface SharedBucketOptions {
  locationId: string;
  db: Queryable;
  log: Pick<Log, 'warn'>;
}

/** The bucket of a location's key that all processes of the desk share: a row. Time is the database's. */
export const createSharedBucket = ({ locationId, db, log }: SharedBucketOptions): TokenBucket => ({
  take: async ({ wanted, leave, heard }) => {
    try {
      const full = Math.min(capacity, heard ?? capacity);
      const first = Math.max(0, Math.min(wanted + (full - wanted > half ? spare : 0), Math.floor(full - leave)));
      const { rows } = await db.execute<{ taken: number; left: number }>(sql`
        insert into ${keyBuckets} as bucket (location_id, tokens, counted_at, taken)
        values (${locationId}, ${full - first}::float8, statement_timestamp(), ${first}::int)
        on conflict (location_id) do update set (taken, tokens, counted_at) = (
          select take, tokens - take, at from (
            select tokens, at, greatest(0, floor(least(tokens - ${leave}::float8,
              ${wanted}::float8 + case when tokens - ${wanted}::float8 > ${half}::float8 then ${spare}::float8 else 0 end
            )))::int as take
            from (
              select at, least(${capacity}::float8, ${heard}::float8, bucket.tokens + ${publishedLimit.perSecond}::float8
                * greatest(0, extract(epoch from at - bucket.counted_at)::float8)) as tokens
              from (select case
                -- written before the clock was set back
                when bucket.counted_at > statement_timestamp() + make_interval(secs => ${clocksDifferMs / 1_000}::float8)
                then statement_timestamp()
                else greatest(statement_timestamp(), bucket.counted_at)
              end as at) as time
            ) as refilled
          ) as counted
        )
        returning bucket.taken, bucket.tokens as left`);
      const [bucket] = rows;
      if (!bucket) throw new Error('The bucket of a key was not written.');
      return bucket;
    } catch (error) {
      log.warn({ error, locationId }, 'the rate limit of a key could not be counted');
      return { taken: 0, left: leave - publishedLimit.perSecond };
    }
  },
});
