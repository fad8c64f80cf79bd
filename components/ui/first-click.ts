import type { MouseEvent } from 'react';

type Press = (event: MouseEvent<HTMLButtonElement>) => void;

/**
 * Ignores the second click of a double click, for a button that acts at once: by then another one may be in its place, or
 * the same one may do the opposite.
 */
export const firstClick =
  (press: Press): Press =>
  (event) => {
    if (event.detail < 2) press(event);
  };
