/** When this tab has last gone back from the shell by itself, while no page of the desk has come up since. */
const place = 'returned-from-shell';
const againAfterMs = 60_000;

/**
 * Whether the shell may go back by itself. Where one page alone fails, the shell comes up again in its place: it then says so
 * for a while, and does not load the page over and over.
 * @param now epoch milliseconds
 */
export function mayReturn(now: number): boolean {
  const returnedAt = sessionStorage.getItem(place);
  if (returnedAt === null) return true;
  const sinceMs = now - Number(returnedAt);
  // a time to come was kept by a clock that has been set back since
  return sinceMs < 0 || sinceMs >= againAfterMs;
}

export const noteReturn = (now: number): void => sessionStorage.setItem(place, String(now));

/** A page of the desk has come up. */
export const forgetReturn = (): void => sessionStorage.removeItem(place);
