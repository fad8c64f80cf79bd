import { type RefCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** How long a press may have been on its way when the rows moved. */
const onItsWayMs = 400;

/**
 * A list that moves by itself: after a move it takes no press for a moment, as one that was on its way was meant for the
 * row that was there before. It moves where its rows change, grow or shrink, or something above it does.
 * @param order changes when a row comes, goes or moves
 * @returns the ref for the list
 */
export function useSettling<List extends HTMLElement>(order: string): RefCallback<List> {
  const [list, setList] = useState<List | null>(null);
  const former = useRef<string>(null);
  const look = useEffectEvent(() => {
    if (!list) return;
    const place = [list.offsetTop, list.offsetHeight, order].join(' ');
    if (former.current !== null && former.current !== place) {
      list.animate({ pointerEvents: ['none', 'none'] }, onItsWayMs);
    }
    former.current = place;
  });
  useLayoutEffect(() => look());
  // what is above the list changes without it
  useEffect(() => {
    if (!list?.parentElement) return;
    const observer = new ResizeObserver(() => look());
    observer.observe(list.parentElement);
    return () => observer.disconnect();
  }, [list]);
  return setList;
}
