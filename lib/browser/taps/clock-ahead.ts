import { deskAheadMs } from '#lib/browser/clock/time-by-desk.ts';
import { isSteadyBetween, type Stamp } from '#lib/wire/time/moment.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import type { TapRequest } from './tap-request.ts';

/** Comparisons differ by their errors: within this, nothing on the screen changes. */
const toleranceMs = 1_000;

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
  let aheadMs = 0;

  function isByPresentClock({ stamp: tapped }: TapRequest): boolean {
    const now = stamp();
    return tapped !== undefined && tapped.page === now.page && isSteadyBetween(tapped, now);
  }

  return {
    ms: () => aheadMs,
    learnFrom(request, { tappedAt }) {
      if (isByPresentClock(request)) aheadMs = Date.parse(tappedAt) - request.tappedAt;
    },
    learnFromClock() {
      const measuredMs = deskAheadMs(stamp());
      if (measuredMs === null || Math.abs(measuredMs - aheadMs) < toleranceMs) return false;
      aheadMs = measuredMs;
      return true;
    },
  };
}
