import { type DeskClockSample, isSteadyBetween, type Moment, type Stamp, unsteadyMs } from '#lib/wire/time/moment.ts';
import { driftPerMs } from '#lib/wire/time/other-clock.ts';

/** The time of an event by the desk's clock, epoch milliseconds. */
interface DeskTime {
  at: number;
  errorMs: number;
  /** Whether it is right to a second, or agrees with the wall clock. */
  isSure: boolean;
}

export const longestSureErrorMs = 1_000;

type Reckoned = Pick<DeskTime, 'at' | 'errorMs'>;

/**
 * Converts a stamp to the desk's clock, from the offset that its page knew then and the one known now. The first that
 * applies:
 * - the steady clock kept pace with the desk's clock before and after the stamp: the device did not sleep (the wall
 *   clock may have been set)
 * - the wall clock was not set and the device did not sleep between the stamp and one of the two comparisons
 * - the wall clock kept pace before and after: it was not set (the device may have slept, or the page is another one)
 *
 * @param opened when the present page was opened
 * @returns null where the desk's clock is unknown
 */
export function timeByDesk(stamp: Stamp, now: Stamp, opened: Moment): DeskTime | null {
  const later = now.page === stamp.page ? now.known : null;
  const reckoned =
    keepingPace('steady', stamp, later) ??
    nearby(stamp, later) ??
    nearby(stamp, stamp.known) ??
    keepingPace('wall', stamp, now.known);
  if (!reckoned) return likelyTime(stamp, now, opened);
  // a wall clock that is right within the error is used to the millisecond
  const isWallRight = Math.abs(stamp.wall - reckoned.at) <= reckoned.errorMs;
  const at = Math.round(isWallRight ? stamp.wall : reckoned.at);
  return { at, errorMs: reckoned.errorMs, isSure: isWallRight || reckoned.errorMs <= longestSureErrorMs };
}

function keepingPace(clock: keyof Moment, stamp: Stamp, later: DeskClockSample | null): Reckoned | null {
  const { known } = stamp;
  if (!known || !later) return null;
  const lapseMs = later.taken[clock] - known.taken[clock];
  const sinceMs = stamp[clock] - known.taken[clock];
  const shiftMs = aheadOf(clock, later) - aheadOf(clock, known);
  const hasPace = Math.abs(shiftMs) <= unsteadyMs + known.errorMs + later.errorMs + lapseMs * driftPerMs;
  if (lapseMs <= 0 || sinceMs < 0 || sinceMs > lapseMs || !hasPace) return null;
  const errorMs = Math.max(known.errorMs, later.errorMs);
  // two good comparisons also give the drift between them; a poor one adds nothing to the better one
  if (errorMs <= unsteadyMs)
    return { at: stamp[clock] + aheadOf(clock, known) + (shiftMs * sinceMs) / lapseMs, errorMs };
  const better = known.errorMs <= later.errorMs ? known : later;
  return { at: stamp[clock] + aheadOf(clock, better), errorMs: better.errorMs + Math.abs(shiftMs) };
}

function nearby(stamp: Stamp, sample: DeskClockSample | null): Reckoned | null {
  if (!sample || !isSteadyBetween(stamp, sample.taken)) return null;
  const driftMs = Math.abs(stamp.steady - sample.taken.steady) * driftPerMs;
  return { at: stamp.steady + sample.ms, errorMs: sample.errorMs + driftMs };
}

/**
 * The later of two candidates, where a corrected clock looks the same as a sleep: a sleep leaves the steady clock
 * behind, and setting the clock back leaves the wall clock behind. If the wall clock was set ahead, the later candidate
 * is in the future: then the earlier one.
 *
 * Of a page that was closed before it reached the desk, only the wall clock is left. It is trusted where it is right
 * now, and since the present page was opened it was not set, and the device did not sleep.
 */
function likelyTime(stamp: Stamp, now: Stamp, opened: Moment): DeskTime | null {
  const sample = now.known ?? stamp.known;
  if (!sample) return null;
  const ofItsPage = now.page === stamp.page ? sample : stamp.known;
  const isWallRight = Math.abs(aheadOf('wall', sample)) <= sample.errorMs;
  if (!ofItsPage && isWallRight && isSteadyBetween(opened, now))
    return { at: stamp.wall, errorMs: sample.errorMs, isSure: true };
  const byWall = stamp.wall + aheadOf('wall', sample);
  const bySteady = ofItsPage ? stamp.steady + ofItsPage.ms : byWall;
  const [earlier = byWall, later = byWall] = [byWall, bySteady].sort((a, b) => a - b);
  const isPossible = !now.known || later <= now.steady + now.known.ms + now.known.errorMs;
  return { at: Math.round(isPossible ? later : earlier), errorMs: later - earlier, isSure: false };
}

/**
 * How far the desk's clock is ahead of this page's wall clock, in milliseconds: 0 where both agree within the error.
 *
 * @returns null where the page has not compared the two since its clock was set or the device slept
 */
export function deskAheadMs({ known, ...now }: Stamp): number | null {
  if (!known || !isSteadyBetween(known.taken, now)) return null;
  const aheadMs = aheadOf('wall', known);
  return Math.abs(aheadMs) <= known.errorMs ? 0 : aheadMs;
}

/** How far the desk's clock is ahead of one of the page's clocks. */
const aheadOf = (clock: keyof Moment, { ms, taken }: DeskClockSample): number => ms + taken.steady - taken[clock];
