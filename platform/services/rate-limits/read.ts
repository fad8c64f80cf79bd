import type { Call } from '#platform/services/call.ts';
import { bucketLevel } from './bucket.ts';

interface BucketState {
  bucketId: string;
  /** Requests that would be served at this moment. */
  left: number;
  /** The last request with the credential; not known for requests from before a crash of the database. */
  lastUsedAt: Date;
}

const bucketsById = {
  name: 'rate_buckets_by_id',
  text: `SELECT key_id AS "bucketId", floor(${bucketLevel('$2::timestamptz')})::int AS "left", refilled_at AS "lastUsedAt"
    FROM rate_buckets bucket WHERE key_id = ANY($1::text[])`,
};

/** What is in the buckets of credentials now; takes nothing. A bucket that was never used is full, and not among them. */
export const readBuckets = ({ db, clock }: Call, bucketIds: string[]): Promise<BucketState[]> =>
  db.find<BucketState>(bucketsById, [bucketIds, clock()]);
