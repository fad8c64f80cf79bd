/** No location holds a visit for longer. */
export const longestUndoMs = 60_000;

/**
 * How long a visit can still be taken back: never longer than any location lets it, whatever a clock says that was set.
 * @param until epoch milliseconds by this browser's clock
 */
export const msToTakeBack = (until: number): number => Math.min(until - Date.now(), longestUndoMs);

/**
 * Counts down from `ms`, by whichever has gone on farther: the clock, which is set back, or the steady one, which may stand
 * still while the machine sleeps.
 * @returns reads what is left; below 0 afterwards
 */
export function timeLeft(ms: number): () => number {
  const [wall, steady] = [Date.now(), performance.now()];
  return () => ms - Math.max(Date.now() - wall, performance.now() - steady);
}
