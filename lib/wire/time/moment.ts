import { type ClockDifference, driftPerMs } from './other-clock.ts';

/** One moment by both clocks of a browser, epoch milliseconds. */
export interface Moment {
  /** The clock that people see: it may be wrong, and is set and corrected. */
  wall: number;
  /**
   * `performance.timeOrigin + performance.now()`: runs evenly while the page lives, whatever is done to the other clock.
   * It may stand still while the device sleeps, and another page may begin it anew.
   */
  steady: number;
}

/** What a page knew of the desk's clock, as far as that is ahead of the page's steady one. */
export interface DeskClockSample extends ClockDifference {
  taken: Moment;
}

/** One moment in a page, and what the page knew of the desk's clock then. Kept with what happened, over a reload too. */
export interface Stamp extends Moment {
  /** Names the page whose steady clock it is: `performance.timeOrigin`. */
  page: number;
  known: DeskClockSample | null;
}

/** What two clocks may move apart without anybody having set one or slept. */
export const unsteadyMs = 50;

/** Whether neither the clock was set nor the device slept between two moments of one page, as far as it matters. */
export function isSteadyBetween(one: Moment, other: Moment): boolean {
  const shiftMs = one.wall - one.steady - (other.wall - other.steady);
  return Math.abs(shiftMs) <= unsteadyMs + Math.abs(one.steady - other.steady) * driftPerMs;
}
