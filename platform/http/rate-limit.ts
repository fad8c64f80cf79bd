import type { Context } from 'hono';
import { PlatformError } from '#platform/base/errors.ts';
import type { PlatformEnv } from './environment.ts';

interface ChargedBucket {
  /** False when the bucket was empty: the request must not be served. */
  isWithinRate: boolean;
  remaining: number;
}

/** @throws 429 where the credential has used up its requests; says in any case how many are left */
export function requireWithinRate(c: Context<PlatformEnv>, { isWithinRate, remaining }: ChargedBucket): void {
  c.header('X-RateLimit-Remaining', String(remaining));
  if (!isWithinRate) throw new PlatformError('tooManyRequests', 'All requests that are allowed for now are used up.');
}
