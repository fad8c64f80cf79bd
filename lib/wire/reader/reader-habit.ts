import type { ReaderProfile } from './reader-profile.ts';

/** The key that a reader sends after a card; `none` for one that sends nothing. */
export type EndKey = NonNullable<ReaderProfile['endKey']>;

/** What is known of the reader at this browser. Nothing of it is about a card or a person. */
export interface ReaderHabit {
  /** Null until it is known. Unless it is `none`, nothing is a card that was not ended by a key. */
  endKey: EndKey | null;
  /** Whether the location says so: then nothing that is read changes it. */
  isSet: boolean;
  /** How long the texts are that came whole: ended by a key, or read twice. */
  lengths: readonly number[];
}

export const unknownHabit: ReaderHabit = { endKey: null, isSet: false, lengths: [] };

const mostLengths = 20;

/**
 * A reader has just sent its end key.
 * @param whole the text that it ended; null for a part of one
 */
export function learnEndKey(habit: ReaderHabit, key: 'Enter' | 'Tab', whole: string | null): ReaderHabit {
  const isKnown = habit.isSet || (habit.endKey !== null && habit.endKey !== 'none');
  const endKey = isKnown ? habit.endKey : key === 'Enter' ? 'enter' : 'tab';
  const lengths = whole === null ? habit.lengths : withLength(habit.lengths, whole);
  const isNothingNew = endKey === habit.endKey && lengths === habit.lengths;
  return isNothingNew ? habit : { ...habit, endKey, lengths };
}

/**
 * The same text came twice, one after the other, and no key ended it: this reader has none. One that was known to have
 * one is only doubted, so that it takes a third time.
 */
export function learnFromRepetition(habit: ReaderHabit, text: string): ReaderHabit {
  const { endKey, isSet, lengths } = habit;
  if (endKey === 'none' || (endKey === null && !isSet)) {
    return { ...habit, endKey: 'none', lengths: withLength(lengths, text) };
  }
  return isSet ? habit : { ...habit, endKey: null };
}

/** Whether a text that no key ended may be taken for a whole one. */
export const isWholeWithoutKey = ({ endKey, lengths }: ReaderHabit, text: string): boolean =>
  endKey === 'none' && lengths.includes(text.length);

const withLength = (lengths: readonly number[], { length }: string): readonly number[] =>
  lengths.includes(length) ? lengths : [...lengths, length].slice(-mostLengths);
