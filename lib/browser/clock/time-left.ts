/** The longest time for which any location holds a visit. */
export const longestUndoMs = 60_000;

/**
 * How long a visit can still be undone, capped in case this browser's clock was set.
 * @param until epoch milliseconds by this browser's clock
 */
export const msToTakeBack = (until: number): number => Math.min(until - Date.now(), longestUndoMs);

/**
 * Counts down from `ms` by the clock that has advanced more: the wall clock may be set back, and the steady clock may
 * stop while the machine sleeps.
 * @returns reads the time left; below 0 when it is over
 */
export function timeLeft(ms: number): () => number {
  const [wall, steady] = [Date.now(), performance.now()];
  return () => ms - Math.max(Date.now() - wall, performance.now() - steady);
}
