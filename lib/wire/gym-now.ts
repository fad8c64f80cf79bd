import type { PlatformStatus } from './status.ts';
import type { DayCurve } from './stays.ts';

/** A gym at this moment. */
export interface GymNow {
  /** How many are in, as at the counter. */
  inside: number;
  /** How many fit in; null where none is set. */
  capacity: number | null;
  /** The arrivals of today until now, and what is usual on this weekday by this time. */
  today: DayCurve['soFar'];
  /** Visits that the member system has not accepted yet. */
  waiting: number;
  /** Visits that a manager has to settle: the member system refuses them, or finds no member. */
  kept: number;
  connection: PlatformStatus['connection']['state'];
}

/** A gym whose reports a person may read. */
export interface ReportGym {
  id: string;
  slug: string;
  /** Differs from those of the others. */
  name: string;
}
