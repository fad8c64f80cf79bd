import { useSyncExternalStore } from 'react';
import { learnedEndKey, onHabitChange } from '#lib/scan/habit-store.ts';
import type { EndKey } from '#lib/scan/reader-habit.ts';

const notLearned = () => null;

/**
 * The key that the reader sends after a card; null while this browser has not learned it.
 * @param set what the location says of its readers
 */
export function useEndKey(set: EndKey | undefined): EndKey | null {
  const learned = useSyncExternalStore(onHabitChange, learnedEndKey, notLearned);
  return set ?? learned;
}
