import type { PressedKey } from './pressed-keys.ts';

/** What comes later than that after a fragment has nothing to do with it. Keys were seen to be 10 s late. */
const memoryMs = 12_000;

/** What came within the last seconds and was not ended by a reader's key: it may be a part of what comes next. */
export type Fragment = {
  keys: readonly PressedKey[];
} /** On the page as if it had been typed, by a person or by a reader. */ & (
  | { kind: 'stray' }
  /** Of a reader; it has been told that it was not read whole. `openUntil`: a key pressed until then goes on with it. */
  | { kind: 'cut'; openUntil: number }
  /** Of a reader without an end key, and handed on as a card. */
  | { kind: 'scan' }
);

/** The fragments that a key pressed at `at` may still belong to. */
export function remembered(fragments: readonly Fragment[], at: number): readonly Fragment[] {
  const forgotten = fragments.findLastIndex(
    ({ keys }, index) => (fragments[index + 1]?.keys[0]?.at ?? at) - (keys.at(-1)?.at ?? 0) > memoryMs,
  );
  return forgotten === -1 ? fragments : fragments.slice(forgotten + 1);
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
  return keys.length > 0 ? [...fragments, { keys, kind: 'stray' }] : fragments;
}
