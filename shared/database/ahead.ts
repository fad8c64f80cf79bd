import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { clocksDifferMs } from '#shared/clocks-differ.ts';

/**
 * The instant after which a timestamp counts as written before a clock was set back. It is computed from the later of
 * this machine's clock and the database's, which all machines share. If only this machine's clock is behind, the
 * timestamps of the others therefore stay valid.
 * @param longestWaitMs how far ahead such a timestamp may regularly be
 */
export const aheadFrom = (now: Date | Placeholder, longestWaitMs = 0): SQL =>
  sql`greatest(${now instanceof Date ? now.toISOString() : now}::timestamptz, now()) + make_interval(secs => ${(longestWaitMs + clocksDifferMs) / 1_000}::double precision)`;
