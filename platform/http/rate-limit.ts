import type { Context } from 'hono';
import { PlatformError } from '#platform/base/errors.ts';
import type { PlatformEnv } from './environment.ts';

interface ChargedBucket {
  /** False if the bucket was empty: the request must be refused. */
  isWithinRate: boolean;
  remaining: number;
}

/**
 * Sets the header with the remaining requests.
 * @throws 429 if the credential has used up its requests
 */
export function requireWithinRate(c: Context<PlatformEnv>, { isWithinRate, remaining }: ChargedBucket): void {
  c.header('X-RateLimit-Remaining', String(remaining));
  if (!isWithinRate) throw new PlatformError('tooManyRequests', 'All requests that are allowed for now are used up.');
}
