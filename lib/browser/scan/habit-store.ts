import { type EndKey, type ReaderHabit, unknownHabit } from '#lib/wire/reader/reader-habit.ts';

const storageKey = 'reader';
const changed = 'front-desk:reader';

/** What this browser has learned of its reader, under what the location says of its readers. */
export function readHabit(endKey: EndKey | undefined): ReaderHabit {
  const learned = parse(readText());
  return endKey === undefined ? learned : { ...learned, endKey, isSet: true };
}

/** Keeps what was learned over reloads. What the location says is not learned, and not kept. */
export function keepHabit({ endKey, isSet, lengths }: ReaderHabit): void {
  const learned = { endKey: isSet ? parse(readText()).endKey : endKey, lengths };
  try {
    localStorage.setItem(storageKey, JSON.stringify(learned));
  } catch {
    // a browser that stores nothing learns again with every page
  }
  window.dispatchEvent(new Event(changed));
}

/** What a reader at this browser ends with, as far as it is learned. */
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
    return isStored(stored) ? { endKey: stored.endKey, lengths: stored.lengths, isSet: false } : unknownHabit;
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
