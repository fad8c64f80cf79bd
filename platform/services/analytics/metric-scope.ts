import { sql as raw, type SQL } from 'drizzle-orm';
import type { Weeks } from './weeks.ts';

/** The gym and the weeks to compute. */
export interface MetricScope {
  chainId: string;
  gymId: string;
  /** The gym's time zone: it decides hours and weekdays. */
  timeZone: string;
  weeks: Weeks;
}

/** The first instant of a day, in UTC. */
export const instantOf = (day: string): SQL => raw`${`${day}T00:00:00Z`}::timestamptz`;
