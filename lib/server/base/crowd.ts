/** Whether people or windows have to wait for this process. Due work gives way meanwhile. */
export interface Crowd {
  /** A request of a person waits, or has waited until now. */
  note(): void;
  /** A list of a window has waited for long. */
  noteLists(): void;
  /** Whether lists wait, or have waited until now. */
  hasWaitingLists(): boolean;
  /**
   * For a lane of due work. Each has its own hold, because people depend on due work too.
   * @returns a function that tells whether the lane has to pause now. It pauses while people wait, for a minute at most, then works for
   * some seconds, and may pause again
   */
  openHold(): () => boolean;
  /**
   * For a lane that may work slowly: a ledger.
   * @returns a function that tells whether the lane may begin only some items a second now. It is slow while lists wait, for five minutes
   * at most, then works as usual for some seconds, and may be slow again
   */
  openPace(): () => boolean;
}

/** How long somebody counts as waiting after `note`. Short, because people wait for moments also at a desk that is fast enough. */
const restMs = 1_000;
/** A ledger at its full width would take what the last windows of a rush need. */
const restOfPaceMs = 5_000;
const longestHoldMs = 60_000;
/** Longer than a hold, since work goes on. */
const longestPaceMs = 300_000;
/** How long work goes on between two pauses. A single round would not keep up with what becomes due in a long crowd. */
const passMs = 10_000;

/** @param now a monotonic clock, milliseconds */
export function watchCrowd(now: () => number = () => performance.now()): Crowd {
  const people = watchWaiting(longestHoldMs, restMs, now);
  const lists = watchWaiting(longestPaceMs, restOfPaceMs, now);
  return {
    note: people.note,
    noteLists: lists.note,
    hasWaitingLists: lists.isWaiting,
    openHold: people.open,
    openPace: lists.open,
  };
}

function watchWaiting(longestMs: number, restOfWorkMs: number, now: () => number) {
  let notedAt = Number.NEGATIVE_INFINITY;
  const isWaiting = () => now() - notedAt <= restMs;
  return {
    isWaiting,
    note() {
      notedAt = now();
    },
    open() {
      let freeAt = now();
      let passFrom = Number.NEGATIVE_INFINITY;
      return () => {
        const at = now();
        if (at - freeAt >= longestMs) passFrom = at;
        const isCrowded = at - notedAt <= restOfWorkMs && at - passFrom >= passMs;
        if (!isCrowded) freeAt = at;
        return isCrowded;
      };
    },
  };
}
