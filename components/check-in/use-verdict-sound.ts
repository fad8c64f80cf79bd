import { useCallback, useEffect, useRef } from 'react';
import type { VerdictKind } from '#lib/wire/verdict.ts';
import type { VerdictSounds } from './sounds.ts';

/** User gestures that unlock sound: a scan is a sequence of keys, and a tablet is touched. */
const gestures = ['keydown', 'pointerup'] as const;

/**
 * The sounds of verdicts, loaded lazily and unlocked by the first key or touch.
 * @returns plays the sound of a kind, if sounds are on
 */
export function useVerdictSound(): (kind: VerdictKind) => void {
  const sounds = useRef<VerdictSounds>(null);
  useEffect(() => {
    let isOver = false;
    void import('./sounds.ts')
      .then((loaded) => {
        if (!isOver) sounds.current = loaded.verdictSounds;
      })
      .catch(() => {}); // unreachable desk: no sounds
    const unlock = () => {
      if (sounds.current?.unlock()) forget();
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
    sounds.current?.play(kind);
  }, []);
}
