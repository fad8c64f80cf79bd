import { isWholeNumber } from './looks-coded.ts';
import { intervals, type PressedKey, textOf } from './pressed-keys.ts';
import { longestIntervalLike, personMs } from './whose-keys.ts';

/** The longest interval between keys of a person who is still typing. */
const typingPauseMs = 1000;
/** A reader's keys may be late in a few places, but not in as many as this. */
export const fewestKeysOfPerson = 4;
/** Fingers can roll over two keys, but not over this many at once. */
const fewestKeysOfMachine = 3;

/** Whether a burst is a new scan and not the rest of the cut one: it begins with `0x`, as that one did. */
export const beginsAnew = (burst: readonly PressedKey[], cut: readonly PressedKey[]): boolean =>
  isBeginning(burst) && /^0x/i.test(textOf(cut));

/**
 * Returns the last of the stray keys before a burst that may be its beginning. They count as a person's only where the
 * burst alone is as long as a code: otherwise they may be a reader's keys that came late.
 *
 * @param lengths the lengths of earlier whole codes
 */
export function doubtfulBefore(
  strays: readonly PressedKey[],
  burst: readonly PressedKey[],
  lengths: readonly number[],
): readonly PressedKey[] {
  if (isBeginning(burst)) return [];
  const text = textOf(burst);
  const isKnownLength = lengths.includes(text.length);
  const isPartOfLonger = lengths.some((other) => other > text.length && other < text.length + fewestKeysOfPerson);
  return doubtfulTail(strays, burst, {
    byWord: isKnownLength || (isWholeNumber(text) && /^[0-9a-f]/i.test(text)),
    byPace: isKnownLength && !isPartOfLonger,
  });
}

/** Returns the last of the stray keys next to a part of a code that may belong to it. */
export const doubtfulBeside = (strays: readonly PressedKey[], part: readonly PressedKey[]): readonly PressedKey[] =>
  doubtfulTail(strays, part, { byWord: true, byPace: true });

/**
 * What counts as proof of a person: letters of a word that the code cannot contain, or several keys at typing speed.
 */
interface Evidence {
  byWord: boolean;
  byPace: boolean;
}

function doubtfulTail(
  strays: readonly PressedKey[],
  code: readonly PressedKey[],
  evidence: Evidence,
): readonly PressedKey[] {
  const stretch = lastStretch(strays);
  const tail = doubtfulOfStretch(stretch, code, evidence);
  const isAll = tail.length > 0 && tail.length === stretch.length;
  return isAll ? [...doubtfulTail(strays.slice(0, -stretch.length), code, evidence), ...tail] : tail;
}

/** The `0x` is always the start of a number. */
const isBeginning = (keys: readonly PressedKey[]) => /^0x[0-9a-f:\- ]+$/i.test(textOf(keys));

function lastStretch(keys: readonly PressedKey[]): readonly PressedKey[] {
  const pause = intervals(keys).findLastIndex((interval) => interval > typingPauseMs);
  return keys.slice(pause + 1);
}

function doubtfulOfStretch(
  stretch: readonly PressedKey[],
  code: readonly PressedKey[],
  { byWord, byPace }: Evidence,
): readonly PressedKey[] {
  const longestMs = longestIntervalLike(code);
  const quick = stretch.slice(intervals(stretch).findLastIndex((interval) => interval > longestMs) + 1);
  if (quick.length >= fewestKeysOfMachine) return quick;

  const fitting = (isNumber(textOf(code)) ? numberKeys : codeKeys).exec(textOf(stretch))?.[0] ?? '';
  const tail = stretch.slice(stretch.length - fitting.length);
  const isEndOfWord = tail.length < stretch.length && /^[a-z ]*$/i.test(fitting) && quick.length < 2;
  const isOfPerson = (byWord && isEndOfWord) || (byPace && isAtPaceOfPerson(tail, longestMs));
  return isOfPerson ? [] : tail;
}

const isNumber = (text: string) =>
  /^(?:0x)?[0-9a-f]+(?:,[0-9a-f]*)?$|^[0-9a-f]{0,2}(?:[:\- ][0-9a-f]{0,2})+$/i.test(text);
const numberKeys = /[0-9a-fx:\-, ]*$/i;
const codeKeys = /[\w:\-,.+/=]*$/;

function isAtPaceOfPerson(keys: readonly PressedKey[], longestOfReaderMs: number): boolean {
  const last = intervals(keys).slice(1 - fewestKeysOfPerson);
  const shortestMs = Math.max(personMs, longestOfReaderMs);
  return last.length === fewestKeysOfPerson - 1 && last.every((interval) => interval > shortestMs);
}
