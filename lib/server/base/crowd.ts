/** Whether people have to wait for this process. Background work takes nothing new meanwhile. */
export interface Crowd {
  /** A request of a person waits, or has waited until now. */
  note(): void;
  /**
   * For one kind of work, which also people depend on.
   * @returns asks whether it gives way: while people wait, until a minute has passed since it last did not
   */
  openHold(): () => boolean;
}

/** People wait for moments also at a desk that is fast enough. */
const restMs = 1_000;
const longestHoldMs = 60_000;

/** @param now a monotonic clock, milliseconds */
export function watchCrowd(now: () => number = () => performance.now()): Crowd {
  let notedAt = Number.NEGATIVE_INFINITY;
  return {
    note() {
      notedAt = now();
    },
    openHold() {
      let passedAt = now();
      return () => {
        const isHeld = now() - notedAt <= restMs && now() - passedAt < longestHoldMs;
        if (!isHeld) passedAt = now();
        return isHeld;
      };
    },
  };
}
