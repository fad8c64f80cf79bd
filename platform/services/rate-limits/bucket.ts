import { clocksDifferMs } from '#shared/clocks-differ.ts';

/** Token bucket of a credential (docs/decisions/platform-rate-limits.md). */
export const bucketCapacity = 60;
export const bucketRefillPerSecond = 6;

/** Content of a bucket as an SQL expression: the rest, plus the refill since then. */
export const bucketLevel = (now: string): string =>
  `least(${bucketCapacity}, bucket.tokens
    + ${bucketRefillPerSecond} * greatest(0, extract(epoch from ${now} - bucket.refilled_at)))`;

/**
 * A timestamp further ahead than this was written before a clock was set back. Waiting for it would block the key for
 * as long. The time comes from the process, not from the database server, whose clock may be another one.
 */
const setBackS = clocksDifferMs / 1_000;

const level = bucketLevel('excluded.refilled_at');

/**
 * Text of an INSERT for a WITH clause: takes a token from the bucket of a credential, so that the limit holds across
 * all processes. Returns `key_id`, `tokens` (the rest) and `granted`.
 * @param source SQL that selects the ids of buckets, each at most once, and no row for a wrong credential
 * @param now SQL of the current time
 */
export const chargeBucketOf = (source: { id: string; from: string }, now: string): string => `
  INSERT INTO rate_buckets AS bucket (key_id, tokens, refilled_at, granted)
  SELECT ${source.id}, ${bucketCapacity - 1}, ${now}, true FROM ${source.from}
  ON CONFLICT (key_id) DO UPDATE SET
    tokens = CASE WHEN ${level} >= 1 THEN ${level} - 1 ELSE ${level} END,
    granted = ${level} >= 1,
    refilled_at = CASE WHEN bucket.refilled_at > excluded.refilled_at + interval '${setBackS} seconds'
      THEN excluded.refilled_at ELSE greatest(bucket.refilled_at, excluded.refilled_at) END
  RETURNING key_id, tokens, granted`;
