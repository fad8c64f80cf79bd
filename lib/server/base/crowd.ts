/** Whether people have to wait for this process. Background work takes nothing new meanwhile. */
export interface Crowd {
  /** A request of a person waits, or has waited until now. */
  note(): void;
  isWaiting(): boolean;
}

/** People wait for moments also at a desk that is fast enough. */
const restMs = 1_000;
/** After that, background work goes on although people still wait: they also depend on it. */
export const longestHoldMs = 60_000;

/** @param now a monotonic clock, milliseconds */
export function watchCrowd(now: () => number = () => performance.now()): Crowd {
  let beganAt = Number.NEGATIVE_INFINITY;
  let notedAt = Number.NEGATIVE_INFINITY;
  return {
    note() {
      if (now() - notedAt > restMs) beganAt = now();
      notedAt = now();
    },
    isWaiting: () => now() - notedAt <= restMs && now() - beganAt <= longestHoldMs,
  };
}
