const firstMs = 2_000;
export const longestBackoffMs = 5 * 60_000;

/** How long a row waits after its nth failed attempt: 2 s, 4 s, 8 s …, at most 5 minutes. */
export function backoffMs(attempts: number): number {
  return Math.min(longestBackoffMs, firstMs * 2 ** Math.min(attempts - 1, 20));
}

/** Our own rate limit is a temporary problem, and says nothing about the platform. */
export const busyDelayMs = 5_000;
