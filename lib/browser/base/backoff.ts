interface Pauses {
  /** The most the first pause may be. */
  firstMs: number;
  /** The most any pause may be, unless the other side asks for a longer one. */
  longestMs: number;
  /** From 0 up to 1, each time another. */
  random?: () => number;
}

/** How long to pause before the next attempt at something that failed. */
export interface Backoff {
  /** @param askedMs how long the other side asked to be left alone; 0 where it did not */
  nextMs(askedMs?: number): number;
  /** It went through: the next pause is a first one again. */
  reset(): void;
}

/**
 * Exponential backoff with jitter: the pauses double, and windows that failed at the same moment do not come back at the
 * same moment. A `Retry-After` is a lower bound.
 * @param failures how often it has failed, this time left out
 */
export function backoffMs({ firstMs, longestMs, random = Math.random }: Pauses, failures: number, askedMs = 0): number {
  const between = (from: number, to: number) => from + random() * (to - from);
  const limit = Math.min(longestMs, firstMs * 2 ** Math.min(failures, 30));
  return Math.round(Math.max(between(limit / 4, limit), askedMs && between(askedMs, askedMs * 1.5)));
}

/** The same, counting failures itself. */
export function createBackoff(pauses: Pauses): Backoff {
  let failures = 0;
  return {
    nextMs: (askedMs) => backoffMs(pauses, failures++, askedMs),
    reset() {
      failures = 0;
    },
  };
}
