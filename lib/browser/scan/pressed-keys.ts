/** A character key, pressed by a reader or by a person. */
export interface PressedKey {
  id: number;
  text: string;
  /** Milliseconds, always of the same clock. */
  at: number;
}

export const textOf = (keys: readonly PressedKey[]): string => keys.map(({ text }) => text).join('');

/** Milliseconds from each key to the next. */
export function intervals(keys: readonly PressedKey[]): number[] {
  return keys.slice(1).map((key, index) => key.at - (keys[index]?.at ?? key.at));
}

/** Not the mean: one late key says nothing about the others. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** The usual interval between these keys. */
export const paceOf = (keys: readonly PressedKey[]): number => median(intervals(keys));
