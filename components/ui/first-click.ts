import type { MouseEvent } from 'react';

type Press = (event: MouseEvent<HTMLButtonElement>) => void;

/**
 * Ignores the second click of a double click, for a button that acts at once: by then another one may be in its place, or
 * the same one may do the opposite. A mouse's alone: browsers count no taps, or also those on neighbouring buttons.
 */
export const firstClick =
  (press: Press): Press =>
  (event) => {
    const { nativeEvent, detail } = event;
    const isMouse = !('pointerType' in nativeEvent) || nativeEvent.pointerType === 'mouse';
    if (!isMouse || detail < 2) press(event);
  };
