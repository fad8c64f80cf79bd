interface Versions {
  /** The build of the desk that rendered this page. */
  built: string;
  /** The build of the desk it is connected to. */
  told: string;
  /** The last build this page reloaded for, and when (epoch milliseconds). */
  reloaded: { version: string; at: number } | null;
}

/** Two builds may serve side by side during a deployment: a page does not switch back and forth between them. */
const sameVersionAgainAfterMs = 5 * 60_000;

/** Whether another build is deployed that this page has not reloaded for yet. */
export function isReloadDue({ built, told, reloaded }: Versions, now: number): boolean {
  if (told === built) return false;
  if (reloaded?.version !== told) return true;
  const sinceMs = now - reloaded.at;
  // a time in the future: the clock has been set back since
  return sinceMs < 0 || sinceMs >= sameVersionAgainAfterMs;
}
