import { type ClockDifference, driftPerMs } from './other-clock.ts';

/** One moment by the two clocks of a browser, epoch milliseconds. */
export interface Moment {
  /** `Date.now()`, the clock that users see: it may be wrong, and may be set or corrected. */
  wall: number;
  /**
   * The time origin of the page + `performance.now()`: monotonic while the page lives, even if the wall clock is set. It may
   * stop while the device sleeps, and restarts in another page.
   */
  steady: number;
}

/** The offset of the desk's clock to the page's steady clock, and when it was measured. */
export interface DeskClockSample extends ClockDifference {
  taken: Moment;
}

/** One moment in a page, with the offset to the desk's clock known then. Stored with its event, across reloads too. */
export interface Stamp extends Moment {
  /** Identifies the page whose steady clock it is: its time origin. */
  page: number;
  known: DeskClockSample | null;
}

/** The most two clocks may diverge without one being set or the device sleeping. */
export const unsteadyMs = 50;

/**
 * Whether, within the tolerance, the clock was not set and the device did not sleep between two moments of one page.
 */
export function isSteadyBetween(one: Moment, other: Moment): boolean {
  const shiftMs = one.wall - one.steady - (other.wall - other.steady);
  return Math.abs(shiftMs) <= unsteadyMs + Math.abs(one.steady - other.steady) * driftPerMs;
}
