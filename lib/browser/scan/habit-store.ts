import { type EndKey, endKeyOf, prefixesOf, type ReaderHabit, unknownHabit } from '#lib/wire/reader/reader-habit.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';

const storageKey = 'reader';
const changed = 'front-desk:reader';

/** What this browser has learned of its reader. The settings of the location override it. */
export function readHabit(profiles: ReaderProfiles): ReaderHabit {
  const habit = { ...parse(readText()), prefixes: prefixesOf(profiles) };
  const endKey = endKeyOf(profiles);
  return endKey === undefined ? habit : { ...habit, endKey, isSet: true };
}

/** Stores what was learned across reloads. The setting of the location is not learned, so it is not stored. */
export function keepHabit({ endKey, isSet, lengths }: ReaderHabit): void {
  const learned = { endKey: isSet ? parse(readText()).endKey : endKey, lengths };
  try {
    localStorage.setItem(storageKey, JSON.stringify(learned));
  } catch {
    // without storage, the browser learns again on every page
  }
  window.dispatchEvent(new Event(changed));
}

/** The end key of the reader at this browser, as far as it has been learned. */
export const learnedEndKey = (): EndKey | null => parse(readText()).endKey;

export function onHabitChange(onChange: () => void): () => void {
  window.addEventListener(changed, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(changed, onChange);
    window.removeEventListener('storage', onChange);
  };
}

function parse(text: string | null): ReaderHabit {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return isStored(stored) ? { ...unknownHabit, endKey: stored.endKey, lengths: stored.lengths } : unknownHabit;
  } catch {
    return unknownHabit;
  }
}

function isStored(stored: unknown): stored is Pick<ReaderHabit, 'endKey' | 'lengths'> {
  if (typeof stored !== 'object' || stored === null || !('endKey' in stored) || !('lengths' in stored)) return false;
  const isLengths = Array.isArray(stored.lengths) && stored.lengths.every(Number.isInteger);
  return isLengths && [null, 'enter', 'tab', 'none'].some((known) => known === stored.endKey);
}

function readText(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
