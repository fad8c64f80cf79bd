'use client';

import { useSyncExternalStore } from 'react';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { learnedEndKey, onHabitChange } from '#lib/browser/scan/habit-store.ts';
import type { EndKey } from '#lib/wire/reader/reader-habit.ts';

interface ReaderStateProps {
  /** Whether the desk is reachable: otherwise scans wait in this browser. */
  isDeskHeard: boolean;
  /** The end key of the location's readers; absent where each browser learns it. */
  endKey: EndKey | undefined;
}

/** A reader is a keyboard wedge: it types into the focused window. A page can only know whether it is that window. */
export function ReaderState({ isDeskHeard, endKey }: ReaderStateProps) {
  const t = useTranslations('header');
  const ends = useEndKey(endKey);
  const isInFront = useSyncExternalStore(subscribe, hasFocus, () => true);
  const state = isInFront ? (isDeskHeard ? 'readerReady' : 'readerKept') : 'readerAway';
  const isReady = state === 'readerReady';
  const text = isReady && ends ? `${t(state)} · ${t(`readerEnds.${ends}`)}` : t(state);
  return (
    <p
      role="status"
      title={isReady ? undefined : t(`${state}Long`)}
      className={cn('flex items-center gap-2 text-sm', isReady ? 'text-ink-soft' : 'font-semibold text-attention')}
    >
      <span
        aria-hidden
        className={cn(
          'size-2.5 shrink-0 rounded-full',
          { readerReady: 'bg-accent', readerKept: 'bg-attention', readerAway: 'border-2 border-attention' }[state],
        )}
      />
      <span className={cn(isReady && 'max-[90rem]:sr-only', state === 'readerKept' && 'max-sm:sr-only')}>{text}</span>
    </p>
  );
}

const hasFocus = () => document.hasFocus();

function subscribe(onChange: () => void): () => void {
  window.addEventListener('focus', onChange);
  window.addEventListener('blur', onChange);
  return () => {
    window.removeEventListener('focus', onChange);
    window.removeEventListener('blur', onChange);
  };
}

const notLearned = () => null;

/**
 * The key that the reader sends after a card; null while this browser has not learned it.
 * @param set the setting of the location
 */
function useEndKey(set: EndKey | undefined): EndKey | null {
  const learned = useSyncExternalStore(onHabitChange, learnedEndKey, notLearned);
  return set ?? learned;
}
