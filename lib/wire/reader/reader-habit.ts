import type { ReaderProfile, ReaderProfiles } from './reader-profile.ts';

/** The key that a reader sends after a card; `none` where it sends none. */
export type EndKey = NonNullable<ReaderProfile['endKey']>;

/** The end key of all readers of a location; undefined where they differ or it is not set: then each browser learns it. */
export const endKeyOf = ([first, ...others]: ReaderProfiles): EndKey | undefined =>
  others.every(({ endKey }) => endKey === first?.endKey) ? first?.endKey : undefined;

/**
 * What the readers of a location send before each number, by which the keys of a reader are known. A person's name begins with
 * letters as well, so they are proof only if every reader has a prefix.
 */
export function prefixesOf(profiles: ReaderProfiles): string[] {
  const prefixes = profiles.flatMap(({ prefix }) => prefix ?? []);
  const isAlwaysSent = prefixes.length === profiles.length;
  return isAlwaysSent ? prefixes : prefixes.filter((prefix) => !/^[\p{L}\p{N}]+$/u.test(prefix));
}

/** What is known about the reader at this browser. It contains no data of a card or a person. */
export interface ReaderHabit {
  /** Null while it is unknown. Unless it is `none`, a card is complete only with an end key. */
  endKey: EndKey | null;
  /** Whether it is a setting of the location: then scans do not change it. */
  isSet: boolean;
  /** The lengths of whole codes: those with an end key, or read twice. */
  lengths: readonly number[];
  /** What the readers of the location send before each number (`prefixesOf`). */
  prefixes: readonly string[];
}

export const unknownHabit: ReaderHabit = { endKey: null, isSet: false, lengths: [], prefixes: [] };

const mostLengths = 20;

/**
 * Learns from an end key that the reader has just sent.
 * @param whole the text before the end key; null for a part of a code
 */
export function learnEndKey(habit: ReaderHabit, key: 'Enter' | 'Tab', whole: string | null): ReaderHabit {
  const isKnown = habit.isSet || (habit.endKey !== null && habit.endKey !== 'none');
  const endKey = isKnown ? habit.endKey : key === 'Enter' ? 'enter' : 'tab';
  const lengths = whole === null ? habit.lengths : withLength(habit.lengths, whole);
  const isNothingNew = endKey === habit.endKey && lengths === habit.lengths;
  return isNothingNew ? habit : { ...habit, endKey, lengths };
}

/**
 * The same text came twice in a row without an end key: this reader sends none. If an end key was known, this only
 * resets it, so that a third time is needed.
 */
export function learnFromRepetition(habit: ReaderHabit, text: string): ReaderHabit {
  const { endKey, isSet, lengths } = habit;
  if (endKey === 'none' || (endKey === null && !isSet)) {
    return { ...habit, endKey: 'none', lengths: withLength(lengths, text) };
  }
  return isSet ? habit : { ...habit, endKey: null };
}

/** Whether a text without an end key may count as whole. */
export const isWholeWithoutKey = ({ endKey, lengths }: ReaderHabit, text: string): boolean =>
  endKey === 'none' && lengths.includes(text.length);

const withLength = (lengths: readonly number[], { length }: string): readonly number[] =>
  lengths.includes(length) ? lengths : [...lengths, length].slice(-mostLengths);
