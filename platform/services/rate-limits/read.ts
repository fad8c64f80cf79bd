import type { Call } from '#platform/services/call.ts';
import { bucketLevel } from './bucket.ts';

interface BucketState {
  bucketId: string;
  /** Requests that would be accepted now. */
  left: number;
  /** Time of the last request; unknown for requests before a crash of the database. */
  lastUsedAt: Date;
}

const bucketsById = {
  name: 'rate_buckets_by_id',
  text: `SELECT key_id AS "bucketId", floor(${bucketLevel('$2::timestamptz')})::int AS "left", refilled_at AS "lastUsedAt"
    FROM rate_buckets bucket WHERE key_id = ANY($1::text[])`,
};

/**
 * The state of the credentials' buckets now, without taking from them. A bucket that was never used is full and
 * missing from the result.
 */
export const readBuckets = ({ db, clock }: Call, bucketIds: string[]): Promise<BucketState[]> =>
  db.find<BucketState>(bucketsById, [bucketIds, clock()]);
