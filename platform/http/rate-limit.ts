import type { Context } from 'hono';
import { PlatformError } from '#platform/base/errors.ts';
import { bucketCapacity } from '#platform/services/rate-limits/bucket.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import type { PlatformEnv } from './environment.ts';
import { isUnlimited } from './open-call.ts';

interface ChargedBucket {
  gymId: string;
  /** False if the bucket was empty: the request must be refused. */
  isWithinRate: boolean;
  remaining: number;
}

/**
 * Sets the header with the remaining requests. The bucket of a gym without a limit is always full.
 * @throws 429 if the credential has used up its requests
 */
export function requireWithinRate(c: Context<PlatformEnv>, charged: ChargedBucket, sandbox?: Sandbox): void {
  const { isWithinRate, remaining } = isUnlimited(sandbox, charged.gymId)
    ? { isWithinRate: true, remaining: bucketCapacity }
    : charged;
  c.header('X-RateLimit-Remaining', String(remaining));
  if (!isWithinRate) throw new PlatformError('tooManyRequests', 'All requests that are allowed for now are used up.');
}
