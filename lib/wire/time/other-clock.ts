/**
 * The offset of another machine's clock to our own steady clock. A request gives certain bounds, however slow it was:
 * the other clock was read after our request and before the response.
 */
interface ClockBounds {
  atLeastMs: number;
  atMostMs: number;
  /** By our steady clock, when the bounds were measured. */
  at: number;
}

export interface ClockKnowledge {
  bounds: ClockBounds;
  /** The most likely offset within the bounds: the middle of the fastest request. */
  likelyMs: number;
  /** A later request that contradicts all earlier ones. */
  contradiction: ClockBounds | null;
}

/** How far the other clock is ahead, ± `errorMs`. */
export interface ClockDifference {
  ms: number;
  errorMs: number;
}

/** Two clocks that are not set diverge by less than this: 3 ms a minute. */
export const driftPerMs = 50e-6;
/** Clocks are read in whole milliseconds, and browsers reduce their precision. */
const readingErrorMs = 2;

/** The bounds from one request: `askedAt` and `heardAt` by our steady clock, `read` by the other clock in between. */
export const boundsOf = ({ askedAt, heardAt, read }: { askedAt: number; heardAt: number; read: number }) => ({
  atLeastMs: read - heardAt - readingErrorMs,
  atMostMs: read - askedAt + readingErrorMs,
  at: heardAt,
});

/** Half the width of the bounds. */
export const errorOf = ({ atLeastMs, atMostMs }: ClockBounds): number => (atMostMs - atLeastMs) / 2;

/**
 * Adds the bounds of another request. A fast one narrows them, a slow one changes nothing. One that contradicts all
 * before it counts only when a second one agrees: then a clock was set, or this machine has slept.
 */
export function learnClock(before: ClockKnowledge | null, heard: ClockBounds): ClockKnowledge {
  if (!before) return begin(heard);
  const bounds = commonBounds(before.bounds, heard);
  if (bounds) {
    const isQuicker = errorOf(heard) < errorOf(widen(before.bounds, heard.at));
    const likelyMs = isQuicker ? middleOf(bounds) : clamp(before.likelyMs, bounds);
    return { bounds, likelyMs, contradiction: null };
  }
  const agreed = before.contradiction && commonBounds(before.contradiction, heard);
  return agreed ? begin(agreed) : { ...before, contradiction: heard };
}

/** @param at by our steady clock, before or after the bounds were measured */
export const differenceAt = ({ bounds, likelyMs }: ClockKnowledge, at: number): ClockDifference => ({
  ms: likelyMs,
  errorMs: errorOf(widen(bounds, at)),
});

const begin = (bounds: ClockBounds): ClockKnowledge => ({ bounds, likelyMs: middleOf(bounds), contradiction: null });

const middleOf = ({ atLeastMs, atMostMs }: ClockBounds) => (atLeastMs + atMostMs) / 2;

const clamp = (ms: number, { atLeastMs, atMostMs }: ClockBounds) => Math.min(atMostMs, Math.max(atLeastMs, ms));

function commonBounds(earlier: ClockBounds, later: ClockBounds): ClockBounds | null {
  const widened = widen(earlier, later.at);
  const atLeastMs = Math.max(widened.atLeastMs, later.atLeastMs);
  const atMostMs = Math.min(widened.atMostMs, later.atMostMs);
  return atLeastMs <= atMostMs ? { atLeastMs, atMostMs, at: later.at } : null;
}

function widen({ atLeastMs, atMostMs, at: since }: ClockBounds, at: number): ClockBounds {
  const driftMs = Math.abs(at - since) * driftPerMs;
  return { atLeastMs: atLeastMs - driftMs, atMostMs: atMostMs + driftMs, at };
}
