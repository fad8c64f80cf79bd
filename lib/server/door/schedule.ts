/** Before anything is known. */
const assumedPerS = 50;
const measureEveryMs = 1_000;
/** Where nobody was refused for so long, what was served meanwhile says nothing of what could be. */
const restMs = 3_000;
/** Nobody is told to wait for longer: by then there is room, or they are told again. */
const longestS = 30;

/** Tells those who cannot be served when there will be room for them, each after the one before. */
interface Schedule {
  /** Somebody was served: how many a second, the times are made of. */
  noteServed(): void;
  /** @param waiting who is served first */
  nextInS(waiting: number): number;
}

/** @param now milliseconds of a clock that nobody sets */
export function createSchedule(now: () => number = () => performance.now()): Schedule {
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
      return Math.ceil((bookedUntil - at) / 1_000);
    },
  };
}
