/** Until it has been measured. */
const assumedPerS = 50;
const measureEveryMs = 1_000;
/** After so long without a refusal, the number of requests served was limited by demand and does not show the capacity. */
const restMs = 3_000;

/**
 * Computes the `Retry-After` of refused requests from the rate of served ones: each is told when its turn would come. Those whose turn
 * would come later than the longest `Retry-After` are all told that one, and the browser spreads them.
 */
interface Schedule {
  /** Counts a served request. */
  noteServed(): void;
  /** @param waiting the length of the queue, which is served first */
  nextInS(waiting: number): number;
}

/**
 * @param longestS the longest `Retry-After`
 * @param now a monotonic clock, milliseconds
 */
export function createSchedule(longestS: number, now: () => number = () => performance.now()): Schedule {
  let perS = assumedPerS;
  let served = 0;
  let measuredAt = now();
  let bookedUntil = measuredAt;
  let refusedAt = measuredAt;

  function measure(at: number): void {
    const lastedMs = at - measuredAt;
    const isRested = at - refusedAt > restMs;
    refusedAt = at;
    if (lastedMs < measureEveryMs) return;
    if (!isRested) perS = Math.max(1, (served * 1_000) / lastedMs);
    served = 0;
    measuredAt = at;
  }

  return {
    noteServed() {
      served += 1;
    },
    nextInS(waiting) {
      const at = now();
      measure(at);
      bookedUntil = Math.max(bookedUntil, at + (waiting * 1_000) / perS) + 1_000 / perS;
      bookedUntil = Math.min(bookedUntil, at + longestS * 1_000);
      // sums of fractions of a millisecond are rounded
      return Math.min(longestS, Math.ceil((bookedUntil - at) / 1_000));
    },
  };
}
