import { type DeskClockSample, isSteadyBetween, type Moment, type Stamp, unsteadyMs } from '#lib/wire/time/moment.ts';
import { driftPerMs } from '#lib/wire/time/other-clock.ts';

/** When something happened by the desk's clock, epoch milliseconds. */
interface DeskTime {
  at: number;
  errorMs: number;
  /** Whether it is right to a second, or nothing speaks against the clock on the wall. */
  isSure: boolean;
}

export const longestSureErrorMs = 1_000;

type Reckoned = Pick<DeskTime, 'at' | 'errorMs'>;

/**
 * When a stamp was made by the desk's clock, from what its page knew of that clock then and what is known of it now:
 * - the steady clock kept pace with the desk's before and after: nobody slept, and the other may have been set at will
 * - neither was the clock set nor did anybody sleep between the stamp and one of the two
 * - the clock on the wall kept pace before and after: nobody set it, and the device may have slept, or the page is another
 *
 * @returns null where nothing is known of the desk's clock
 */
export function timeByDesk(stamp: Stamp, now: Stamp): DeskTime | null {
  const later = now.page === stamp.page ? now.known : null;
  const reckoned =
    keepingPace('steady', stamp, later) ??
    nearby(stamp, later) ??
    nearby(stamp, stamp.known) ??
    keepingPace('wall', stamp, now.known);
  if (!reckoned) return likelyTime(stamp, now);
  // a clock that is right as far as anybody can tell is believed to the millisecond
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
  // of two good comparisons the drift between them is known, too; a bad one says nothing that the better does not
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
 * The later of two, where a correction cannot be told from a sleep: who slept is behind on the steady clock, whose clock
 * was set back on the other. Where it was set ahead, the later one has not been yet.
 */
function likelyTime(stamp: Stamp, now: Stamp): DeskTime | null {
  const sample = now.known ?? stamp.known;
  if (!sample) return null;
  const ofItsPage = now.page === stamp.page ? sample : stamp.known;
  const byWall = stamp.wall + aheadOf('wall', sample);
  const bySteady = ofItsPage ? stamp.steady + ofItsPage.ms : byWall;
  const [earlier = byWall, later = byWall] = [byWall, bySteady].sort((a, b) => a - b);
  const isPossible = !now.known || later <= now.steady + now.known.ms + now.known.errorMs;
  return { at: Math.round(isPossible ? later : earlier), errorMs: later - earlier, isSure: false };
}

/** How far the desk's clock was ahead of one of the page's. */
const aheadOf = (clock: keyof Moment, { ms, taken }: DeskClockSample): number => ms + taken.steady - taken[clock];
