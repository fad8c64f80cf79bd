import type { ReaderHabit } from '#lib/wire/reader/reader-habit.ts';
import type { Fragment } from './fragments.ts';
import type { PressedKey } from './pressed-keys.ts';

export interface BurstState {
  /** Keys since the last pause, from the first key of the burst once it is recognised. */
  run: readonly PressedKey[];
  isRecognised: boolean;
  /** Recognised only when silence ended it, which came too early: its first keys may still prove to be a person's. */
  isReopened: boolean;
  /** Oldest first. */
  fragments: readonly Fragment[];
  lastScanEndedAt: number;
  habit: ReaderHabit;
}

export const startBurst = (habit: ReaderHabit): BurstState => ({
  run: [],
  isRecognised: false,
  isReopened: false,
  fragments: [],
  lastScanEndedAt: Number.NEGATIVE_INFINITY,
  habit,
});

export type BurstEvent =
  /** `key` as in `KeyboardEvent.key`; `at` in ms, always of the same clock; ids increase. */
  | { type: 'key'; id: number; key: string; at: number; isRepeat?: boolean }
  /** The clock reads `at` and no key has come: fires at `silentAt`. */
  | { type: 'silence'; at: number }
  /** A person used the pointer, so the keys before it were typed by a person. */
  | { type: 'pointer' };

type BurstEnd =
  /** A whole card. `id` is the id of its first key. */
  | { type: 'scan'; id: number; text: string }
  /**
   * A part of a card, which identifies no member. `voids`: earlier scans that were parts of the same card, newest last;
   * what they recorded is voided.
   */
  | { type: 'cut'; text: string; voids: readonly number[] }
  /** Keys of a person. The page has received them already. */
  | { type: 'typing' };

export interface BurstStep {
  state: BurstState;
  /** The key must not reach the page: `preventDefault` and stop propagation. */
  isSwallowed: boolean;
  /** Keys of a reader that have reached the page: undo each of them and what came after it, in this order. */
  restoreTo: readonly number[];
  /** Keys that may be a reader's: undo them only where a scan is expected. */
  doubted: readonly number[];
  ended: BurstEnd | null;
}

export function unchanged(state: BurstState): BurstStep {
  return { state, isSwallowed: false, restoreTo: [], doubted: [], ended: null };
}
