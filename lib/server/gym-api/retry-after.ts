/**
 * How long an answer asks to wait, in milliseconds, at most `mostMs`; null if it does not say so. A time of day is that of the clock
 * which set the `Date` of the same answer, and tells nothing without it.
 */
export function retryAfterMsOf({ headers }: Response, mostMs: number): number | null {
  const told = headers.get('retry-after') ?? '';
  const waitMs = /^\d+$/.test(told) ? Number(told) * 1_000 : momentOf(told) - momentOf(headers.get('date') ?? '');
  return waitMs >= 0 ? Math.min(waitMs, mostMs) : null;
}

/** NaN where the text is no date as HTTP writes it. */
const momentOf = (text: string): number => (text.endsWith(' GMT') ? Date.parse(text) : Number.NaN);
