/** Storage key: when this tab last left the shell automatically. Removed when a page of the desk has loaded. */
const place = 'returned-from-shell';
const againAfterMs = 60_000;

/**
 * Whether the shell may return to the desk automatically. If only one page fails, the shell opens again in its place.
 * It then shows that for a while and does not reload in a loop.
 * @param now epoch milliseconds
 */
export function mayReturn(now: number): boolean {
  const returnedAt = sessionStorage.getItem(place);
  if (returnedAt === null) return true;
  const sinceMs = now - Number(returnedAt);
  // a time in the future: the clock has been set back since
  return sinceMs < 0 || sinceMs >= againAfterMs;
}

export const noteReturn = (now: number): void => sessionStorage.setItem(place, String(now));

/** A page of the desk has loaded. */
export const forgetReturn = (): void => sessionStorage.removeItem(place);
