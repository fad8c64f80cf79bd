/**
 * Whose requests wait for a place in this process: `people` at a counter, or `windows`, which open their event streams and
 * refetch their lists.
 */
export type Waiting = 'people' | 'windows';

/** Who has to wait for this process. Due work gives way meanwhile. */
export interface Crowd {
  /** A request waits, or has waited until now. */
  note(who: Waiting): void;
  /**
   * For the lanes of due work, which also people depend on: each has a hold of its own.
   * @returns asks to whom they give way, if anybody: for a minute at most, and then again after some seconds
   */
  openHold(): () => Waiting | null;
}

/** People wait for moments also at a desk that is fast enough. */
const restMs = 1_000;
const longestHoldMs = 60_000;
/** How long work then goes on: a single round a minute would not keep up with what becomes due in a long crowd. */
const passMs = 10_000;

/** @param now a monotonic clock, milliseconds */
export function watchCrowd(now: () => number = () => performance.now()): Crowd {
  const notedAt: Record<Waiting, number> = { people: Number.NEGATIVE_INFINITY, windows: Number.NEGATIVE_INFINITY };
  return {
    note(who) {
      notedAt[who] = now();
    },
    openHold() {
      let freeAt = now();
      let passFrom = Number.NEGATIVE_INFINITY;
      return () => {
        const at = now();
        if (at - freeAt >= longestHoldMs) passFrom = at;
        const isPassing = at - passFrom < passMs;
        const waits = (who: Waiting) => !isPassing && at - notedAt[who] <= restMs;
        if (waits('people')) return 'people';
        if (waits('windows')) return 'windows';
        freeAt = at;
        return null;
      };
    },
  };
}
