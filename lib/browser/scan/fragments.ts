import type { PressedKey } from './pressed-keys.ts';

/** What comes later than that after a fragment has nothing to do with it. Keys were seen to be 10 s late. */
const memoryMs = 12_000;
/** Somebody who writes on and on is not remembered from the beginning. */
const longestMemoryMs = 40_000;

/**
 * What came within the last seconds and was not ended by a reader's key: it may be a part of what comes next.
 * - `stray`: on the page as if it had been typed, by a person or by a reader
 * - `cut`: of a reader; it has been told that it was not read whole
 * - `scan`: of a reader without an end key, and handed on as a card
 *
 * A key pressed up to `openUntil` goes on with the fragment.
 */
export type Fragment =
  | { kind: 'stray'; keys: readonly PressedKey[]; openUntil: number }
  | { kind: 'cut'; keys: readonly PressedKey[]; openUntil: number }
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

/** With what stands in a run before the burst. */
export function withTyped(
  fragments: readonly Fragment[],
  run: readonly PressedKey[],
  burst: readonly PressedKey[],
): readonly Fragment[] {
  const keys = run.slice(0, run.length - burst.length);
  return keys.length > 0 ? [...fragments, { keys, kind: 'stray', openUntil: 0 }] : fragments;
}
