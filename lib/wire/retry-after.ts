interface RetryAfterLimits {
  mostMs: number;
  /** The own clock, for an answer without a `Date`; where it is absent, a time of day then tells nothing. */
  ownNow?: () => number;
}

/**
 * How long an answer asks to wait, in milliseconds, at most `mostMs`; null if it does not say so. A time of day is that of the clock
 * which set the `Date` of the same answer: the own one may be wrong by hours.
 */
export function retryAfterMsIn(
  headers: Headers,
  { mostMs, ownNow = () => Number.NaN }: RetryAfterLimits,
): number | null {
  const told = headers.get('retry-after') ?? '';
  const waitMs = /^\d+$/.test(told) ? Number(told) * 1_000 : momentOf(told) - answeredAt(headers, ownNow);
  return waitMs >= 0 ? Math.min(waitMs, mostMs) : null;
}

function answeredAt(headers: Headers, ownNow: () => number): number {
  const at = momentOf(headers.get('date') ?? '');
  return Number.isNaN(at) ? ownNow() : at;
}

/** NaN where the text is no date as HTTP writes it. */
const momentOf = (text: string): number => (text.endsWith(' GMT') ? Date.parse(text) : Number.NaN);
