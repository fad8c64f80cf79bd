import { type RefObject, useLayoutEffect, useRef } from 'react';

/** How long a press may have been on its way when the rows moved. */
const onItsWayMs = 400;

/**
 * A list that moves by itself: after a move it takes no press for a moment, as one that was on its way was meant for the row that was there
 * before.
 * @param order changes when a row comes, goes or moves
 * @returns the ref for the list
 */
export function useSettling<List extends HTMLElement>(order: string): RefObject<List | null> {
  const list = useRef<List>(null);
  const former = useRef<string>(null);
  // at each render: a notice above the list moves it, too
  useLayoutEffect(() => {
    if (!list.current) return;
    const place = `${list.current.offsetTop} ${order}`;
    if (former.current !== null && former.current !== place) {
      list.current.animate({ pointerEvents: ['none', 'none'] }, onItsWayMs);
    }
    former.current = place;
  });
  return list;
}
