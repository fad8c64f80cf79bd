import { useCallback, useEffect, useRef } from 'react';
import type { VerdictKind } from '#lib/wire/verdict.ts';
import { areSoundsOn } from './use-sound-switch.ts';

/** User gestures that unlock sound: a scan is a sequence of keys, and a tablet is touched. */
const gestures = ['keydown', 'pointerup'] as const;

type Sounds = typeof import('./sounds.ts');

/**
 * The sounds of verdicts, loaded lazily and unlocked by the first key or touch.
 * @returns plays the sound of a kind, if sounds are on
 */
export function useVerdictSound(): (kind: VerdictKind) => void {
  const sounds = useRef<Sounds>(null);
  useEffect(() => {
    let isOver = false;
    void import('./sounds.ts')
      .then((loaded) => {
        if (!isOver) sounds.current = loaded;
      })
      .catch(() => {}); // unreachable desk: no sounds
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
