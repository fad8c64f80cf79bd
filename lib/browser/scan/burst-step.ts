import type { ReaderHabit } from '#lib/wire/reader/reader-habit.ts';
import type { Fragment } from './fragments.ts';
import type { PressedKey } from './pressed-keys.ts';

export interface BurstState {
  /** Keys since the last pause, from the first key of the burst once it is recognised. */
  run: readonly PressedKey[];
  isRecognised: boolean;
  /** Oldest first. */
  fragments: readonly Fragment[];
  lastScanEndedAt: number;
  habit: ReaderHabit;
}

export const startBurst = (habit: ReaderHabit): BurstState => ({
  run: [],
  isRecognised: false,
  fragments: [],
  lastScanEndedAt: Number.NEGATIVE_INFINITY,
  habit,
});

export type BurstEvent =
  /** `key` as in `KeyboardEvent.key`; `at` in ms of one clock; ids grow. */
  | { type: 'key'; id: number; key: string; at: number; isRepeat?: boolean }
  /** The clock shows `at` and no key came: due at `silentAt`. */
  | { type: 'silence'; at: number }
  /** A person did something with the pointer: what was typed before was typed by a person. */
  | { type: 'pointer' };

type BurstEnd =
  /** A card, whole. `id` names it: that of its first key. */
  | { type: 'scan'; id: number; text: string }
  /**
   * A part of a card, which is nobody's. `voids`: scans that were parts of the same, newest last: whatever came of them
   * is to be taken back.
   */
  | { type: 'cut'; text: string; voids: readonly number[] }
  /** Keys of a person, which the page already has. */
  | { type: 'typing' };

export interface BurstStep {
  state: BurstState;
  /** The key must not reach the page: neither a field, nor a form, nor a button. */
  isSwallowed: boolean;
  /** Keys of a reader that reached the page: each, with what came after it, is to be taken back, in this order. */
  restoreTo: readonly number[];
  /** Keys that may be a reader's: to be taken back where readers' keys are expected, and nowhere else. */
  doubted: readonly number[];
  ended: BurstEnd | null;
}

export function unchanged(state: BurstState): BurstStep {
  return { state, isSwallowed: false, restoreTo: [], doubted: [], ended: null };
}
