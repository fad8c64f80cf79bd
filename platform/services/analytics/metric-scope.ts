import { sql as raw, type SQL } from 'drizzle-orm';
import type { Weeks } from './weeks.ts';

/** Which metrics are computed. */
export interface MetricScope {
  chainId: string;
  gymId: string;
  /** Of the gym: hours and weekdays are those of its clock. */
  timeZone: string;
  weeks: Weeks;
}

/** The first instant of a day, in UTC. */
export const instantOf = (day: string): SQL => raw`${`${day}T00:00:00Z`}::timestamptz`;
