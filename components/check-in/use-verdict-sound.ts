import { useCallback, useEffect, useRef } from 'react';
import type { VerdictKind } from '#lib/wire/verdict.ts';
import type { VerdictSounds } from './sounds.ts';

/** User gestures that wake the device: a scan is a sequence of keys, and a tablet is touched. */
const gestures = ['keydown', 'pointerup'] as const;

/**
 * The sounds of verdicts, loaded lazily; keys and touches wake the device for them.
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
    const wake = () => sounds.current?.wake();
    for (const gesture of gestures) window.addEventListener(gesture, wake, { capture: true });
    return () => {
      isOver = true;
      for (const gesture of gestures) window.removeEventListener(gesture, wake, { capture: true });
    };
  }, []);
  return useCallback((kind) => {
    sounds.current?.play(kind);
  }, []);
}
