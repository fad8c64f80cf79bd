import { type SQL, sql } from 'drizzle-orm';
import { clocksDifferMs } from '#shared/clocks-differ.ts';

/**
 * The moment after which a time lies ahead: a clock that was set back since has written it. It is reckoned from the later of
 * this machine's clock and the database's, which all machines that work on it have in common: where this one is behind the
 * others, nothing was set back, and what another one has written stands.
 * @param longestWaitMs how far ahead such a time lies at most while no clock is set
 */
export const aheadFrom = (now: Date, longestWaitMs = 0): SQL =>
  sql`greatest(${now.toISOString()}::timestamptz, now()) + make_interval(secs => ${(longestWaitMs + clocksDifferMs) / 1_000}::double precision)`;
