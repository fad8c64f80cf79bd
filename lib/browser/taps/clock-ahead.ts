import { deskAheadMs } from '#lib/browser/clock/time-by-desk.ts';
import { isSteadyBetween, type Stamp } from '#lib/wire/time/moment.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import type { TapRequest } from './tap-request.ts';

/** Comparisons differ by their errors: within this, nothing on the screen changes. */
const toleranceMs = 1_000;

/** A clock that a person sets is right to about a minute. */
const setRightMs = 60_000;
const isSetRight = (beforeMs: number, afterMs: number): boolean =>
  Math.abs(afterMs) < Math.min(setRightMs, Math.abs(beforeMs) / 10);

/** How far the desk's clock is ahead of this window's wall clock, as far as it is known. */
interface ClockAhead {
  ms(): number;
  /** Learns it from the time that the desk found for a tap, unless the clock was set since the tap. */
  learnFrom(request: TapRequest, verdict: Verdict): void;
  /** Learns it from the last comparison of the clocks. @returns whether it has changed */
  learnFromClock(): boolean;
}

/** @param stamp now, by the page's clock */
export function createClockAhead(stamp: () => Stamp): ClockAhead {
  let learned: { aheadMs: number; at: Stamp } | null = null;

  /**
   * If the clock was set or the device slept since it was learned: the later of the desk's times by the two clocks, as in `timeByDesk`. A
   * wall clock that was set back is behind, and so is a steady clock that stood still. A clock that was behind and is now right by the
   * steady clock was set: a sleep of just that length is unlikely.
   */
  function aheadNow(): number {
    if (!learned) return 0;
    const { aheadMs, at } = learned;
    const now = stamp();
    if (isSteadyBetween(at, now)) return aheadMs;
    const bySteadyMs = at.wall + aheadMs + (now.steady - at.steady) - now.wall;
    return isSetRight(aheadMs, bySteadyMs) ? bySteadyMs : Math.max(aheadMs, bySteadyMs);
  }

  function isByPresentClock({ stamp: tapped }: TapRequest): boolean {
    const now = stamp();
    return tapped !== undefined && tapped.page === now.page && isSteadyBetween(tapped, now);
  }

  return {
    ms: aheadNow,
    learnFrom(request, { tappedAt }) {
      if (isByPresentClock(request)) learned = { aheadMs: Date.parse(tappedAt) - request.tappedAt, at: stamp() };
    },
    learnFromClock() {
      const at = stamp();
      const measuredMs = deskAheadMs(at);
      if (measuredMs === null) return false;
      const before = learned?.aheadMs ?? 0;
      const isAsBefore = Math.abs(measuredMs - before) < toleranceMs;
      learned = { aheadMs: isAsBefore ? before : measuredMs, at };
      if (isAsBefore) return false;
      return true;
    },
  };
}
