/** What a page knows of versions. */
interface Versions {
  /** Of the desk that made this page. */
  built: string;
  /** Of the desk it is connected to. */
  told: string;
  /** For which the page has reloaded itself last, and when (epoch milliseconds). */
  reloaded: { version: string; at: number } | null;
}

/** Two builds may serve side by side while one takes the other's place: a page does not jump to and fro between them. */
const sameVersionAgainAfterMs = 5 * 60_000;

/** Whether another version was deployed that this page has not tried to become. */
export function isReloadDue({ built, told, reloaded }: Versions, now: number): boolean {
  if (told === built) return false;
  if (reloaded?.version !== told) return true;
  const sinceMs = now - reloaded.at;
  // a time to come was kept by a clock that has been set back since
  return sinceMs < 0 || sinceMs >= sameVersionAgainAfterMs;
}
