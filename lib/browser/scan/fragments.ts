import type { PressedKey } from './pressed-keys.ts';

/** Keys later than this after a fragment are unrelated to it. Keys up to 10 s late were observed. */
const memoryMs = 12_000;
/** Long typing without a pause is remembered for this long only. */
const longestMemoryMs = 40_000;

/**
 * Keys of the last seconds that no end key has completed. They may be a part of what comes next.
 * - `stray`: on the page as typed text, by a person or by a reader
 * - `cut`: from a reader; already reported as only a part of a card
 * - `scan`: from a reader without an end key; already handed on as a card
 *
 * A key pressed up to `openUntil` continues the fragment; `isLate`: silence ended it before it was recognised.
 */
export type Fragment =
  | { kind: 'stray'; keys: readonly PressedKey[]; openUntil: number }
  | { kind: 'cut'; keys: readonly PressedKey[]; openUntil: number; isLate?: boolean }
  | { kind: 'scan'; keys: readonly PressedKey[] };

/** The fragments that a key pressed at `at` may still belong to. */
export function remembered(fragments: readonly Fragment[], at: number): readonly Fragment[] {
  const forgotten = fragments.findLastIndex(
    ({ keys }, index) => (fragments[index + 1]?.keys[0]?.at ?? at) - (keys.at(-1)?.at ?? 0) > memoryMs,
  );
  return fragments.filter(({ keys }, index) => index > forgotten && at - (keys.at(-1)?.at ?? 0) <= longestMemoryMs);
}

export const withoutStrays = (fragments: readonly Fragment[]): readonly Fragment[] =>
  fragments.filter(({ kind }) => kind !== 'stray');

export const keysOf = (fragments: readonly Fragment[], kind: Fragment['kind']): readonly PressedKey[] =>
  fragments.flatMap((fragment) => (fragment.kind === kind ? fragment.keys : []));

/** Adds the keys of a run before the burst as a stray fragment. */
export function withTyped(
  fragments: readonly Fragment[],
  run: readonly PressedKey[],
  burst: readonly PressedKey[],
): readonly Fragment[] {
  const keys = run.slice(0, run.length - burst.length);
  return keys.length > 0 ? [...fragments, { keys, kind: 'stray', openUntil: 0 }] : fragments;
}
