interface RetryAfterLimits {
  mostMs: number;
  /** This program's clock, for an answer without `Date`. Without both, a `Retry-After` that is a point in time is ignored. */
  ownNow?: () => number;
}

/**
 * How long an answer asks to wait, in milliseconds, at most `mostMs`; null if it does not say so. A point in time is compared with the
 * `Date` of the same answer, which is of the same clock: this program's clock may be wrong by hours.
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
