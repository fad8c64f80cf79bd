/** A range of pauses, in milliseconds. */
interface Jitter {
  leastMs: number;
  mostMs: number;
}

/** A random pause of the range. */
export const jitterMs = ({ leastMs, mostMs }: Jitter): number => leastMs + Math.random() * (mostMs - leastMs);
