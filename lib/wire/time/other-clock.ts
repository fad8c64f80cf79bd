/**
 * What is known of another machine's clock: how far it is ahead of our own steady one. An exchange bounds it surely,
 * however long either way took: the other clock was read after we asked and before we heard.
 */
interface ClockBounds {
  atLeastMs: number;
  atMostMs: number;
  /** By our steady clock, when that was known. */
  at: number;
}

export interface ClockKnowledge {
  bounds: ClockBounds;
  /** What is likeliest within the bounds: the middle of the quickest exchange. */
  likelyMs: number;
  /** A later exchange that none of the earlier ones agrees with. */
  contradiction: ClockBounds | null;
}

/** How far ahead the other clock is, give or take `errorMs`. */
export interface ClockDifference {
  ms: number;
  errorMs: number;
}

/** Two clocks that nobody sets move apart by less than this: 3 ms a minute. */
export const driftPerMs = 50e-6;
/** Clocks are read in whole milliseconds, and browsers blur them a little. */
const readingErrorMs = 2;

/** What an exchange says: asked and heard by our steady clock, and what the other one read meanwhile. */
export const boundsOf = ({ askedAt, heardAt, read }: { askedAt: number; heardAt: number; read: number }) => ({
  atLeastMs: read - heardAt - readingErrorMs,
  atMostMs: read - askedAt + readingErrorMs,
  at: heardAt,
});

/** Half of what the bounds leave open. */
export const errorOf = ({ atLeastMs, atMostMs }: ClockBounds): number => (atMostMs - atLeastMs) / 2;

/**
 * Adds what one more exchange says. A quick one narrows the bounds, a slow one changes nothing. One that contradicts all
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

/** @param at by our steady clock, before or after the bounds were found */
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
