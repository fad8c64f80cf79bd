import { useCallback, useEffect, useRef } from 'react';
import type { VerdictKind } from '#lib/wire/verdict.ts';
import { areSoundsOn } from './use-sound-switch.ts';

/** How a person says that they are there: a scan is keys, and a tablet is touched. */
const gestures = ['keydown', 'pointerup'] as const;

type Sounds = typeof import('./sounds.ts');

/**
 * The sounds of verdicts, fetched beside the page and unlocked by the first key or touch.
 * @returns plays the one of a kind, where sounds are on
 */
export function useVerdictSound(): (kind: VerdictKind) => void {
  const sounds = useRef<Sounds>(null);
  useEffect(() => {
    let isOver = false;
    void import('./sounds.ts')
      .then((loaded) => {
        if (!isOver) sounds.current = loaded;
      })
      .catch(() => {}); // without the desk there are none
    const unlock = () => {
      if (sounds.current?.unlockSound()) forget();
    };
    const forget = () => {
      for (const gesture of gestures) window.removeEventListener(gesture, unlock, { capture: true });
    };
    for (const gesture of gestures) window.addEventListener(gesture, unlock, { capture: true });
    return () => {
      isOver = true;
      forget();
    };
  }, []);
  return useCallback((kind) => {
    if (areSoundsOn()) sounds.current?.playVerdict(kind);
  }, []);
}
