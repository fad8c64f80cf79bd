import type { EndKey } from '#lib/wire/reader/reader-habit.ts';
import { median } from './pressed-keys.ts';

/** What a reader has sent to a page that asks what arrives. */
export type Arrival =
  /** `endKey`: `none` where the same text came twice without one, which shows that the reader sends none. */
  | { kind: 'whole'; text: string; endKey: EndKey }
  /** No end key has come: a part of a card, or the first card of a reader without an end key. */
  | { kind: 'cut'; text: string }
  /** Keys that are not taken for a reader's: they come as slowly as a person types, or are no number. */
  | { kind: 'typed'; text: string; isSlow: boolean };

export type WholeArrival = Extract<Arrival, { kind: 'whole' }>;

/** A character or end key, and when it was pressed, in ms. */
export interface ArrivedKey {
  key: string;
  at: number;
}

/** Readers are recognised up to this interval. */
const slowestMs = 120;
/** Fewer keys are those of a person who pressed something. */
const fewestKeys = 6;
/** A shorter text may be both halves of one number. */
const fewestCharacters = 8;

export const endKeyOfKey = (key: string | undefined): EndKey =>
  key === 'Enter' ? 'enter' : key === 'Tab' ? 'tab' : 'none';

/** A scan that ended without an end key. The same text a second time in a row is a whole card of a reader without one. */
export function arrivalOfCut(before: Arrival | null, text: string): Arrival {
  const isRepeated = before?.kind === 'cut' && before.text === text && text.length >= fewestCharacters;
  return isRepeated ? { kind: 'whole', text, endKey: 'none' } : { kind: 'cut', text };
}

/** Keys that have ended in silence without a scan; null where they are too few to be a card. */
export function arrivalOfKeys(keys: readonly ArrivedKey[]): Arrival | null {
  const characters = keys.filter(({ key }) => [...key].length === 1);
  if (characters.length < fewestKeys) return null;
  const intervals = characters.slice(1).map(({ at }, index) => at - (characters[index]?.at ?? at));
  return { kind: 'typed', text: characters.map(({ key }) => key).join(''), isSlow: median(intervals) > slowestMs };
}
