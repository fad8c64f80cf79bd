interface Pauses {
  /** Upper limit of the first pause. */
  firstMs: number;
  /** Upper limit of every pause, unless the server asks for a longer one. */
  longestMs: number;
  /** From 0 up to 1, as `Math.random`. */
  random?: () => number;
}

/** Computes the pause before the next retry. */
export interface Backoff {
  /** @param askedMs `Retry-After` in ms; 0 where there was none */
  nextMs(askedMs?: number): number;
  /** The attempt succeeded: the next pause is a first one again. */
  reset(): void;
}

/**
 * Exponential backoff with jitter: the pauses double, and windows that failed at the same moment do not retry at the
 * same moment. A `Retry-After` is a lower bound.
 * @param failures the number of failures before this one
 */
export function backoffMs({ firstMs, longestMs, random = Math.random }: Pauses, failures: number, askedMs = 0): number {
  const between = (from: number, to: number) => from + random() * (to - from);
  const limit = Math.min(longestMs, firstMs * 2 ** Math.min(failures, 30));
  return Math.round(Math.max(between(limit / 4, limit), askedMs && between(askedMs, askedMs * 1.5)));
}

/** The same, with its own count of failures. */
export function createBackoff(pauses: Pauses): Backoff {
  let failures = 0;
  return {
    nextMs: (askedMs) => backoffMs(pauses, failures++, askedMs),
    reset() {
      failures = 0;
    },
  };
}
