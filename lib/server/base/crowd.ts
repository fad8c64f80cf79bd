/** Whether people have to wait for this process. Due work gives way meanwhile. */
export interface Crowd {
  /** A request of a person waits, or has waited until now. */
  note(): void;
  /**
   * For the lanes of due work, which also people depend on: each has a hold of its own.
   * @returns asks whether they give way: while people wait, for a minute at most, and then again after some seconds
   */
  openHold(): () => boolean;
}

/** People wait for moments also at a desk that is fast enough. */
const restMs = 1_000;
const longestHoldMs = 60_000;
/** How long work then goes on: a single round a minute would not keep up with what becomes due in a long crowd. */
const passMs = 10_000;

/** @param now a monotonic clock, milliseconds */
export function watchCrowd(now: () => number = () => performance.now()): Crowd {
  let notedAt = Number.NEGATIVE_INFINITY;
  return {
    note() {
      notedAt = now();
    },
    openHold() {
      let freeAt = now();
      let passFrom = Number.NEGATIVE_INFINITY;
      return () => {
        const at = now();
        if (at - freeAt >= longestHoldMs) passFrom = at;
        const isHeld = at - notedAt <= restMs && at - passFrom >= passMs;
        if (!isHeld) freeAt = at;
        return isHeld;
      };
    },
  };
}
