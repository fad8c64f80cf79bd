import { type RefCallback, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** How long a press may have been on its way when what it was meant for moved. */
const onItsWayMs = 400;

const letPressesPass = (element: Element) => element.animate({ pointerEvents: ['none', 'none'] }, onItsWayMs);

/** Half the height of a button: a press on its middle still meets it. */
const farPx = 22;

interface Place {
  x: number;
  y: number;
}

/** Where the rows are seen in the window. */
const placesOf = (list: Element, rows: string): Map<Element, Place> =>
  new Map([...list.querySelectorAll(rows)].map((row) => [row, row.getBoundingClientRect()]));

/** New is far as well: something else was there before. */
const isFar = (former: Place | undefined, now: Place): boolean =>
  !former || Math.max(Math.abs(former.x - now.x), Math.abs(former.y - now.y)) > farPx;

/**
 * Rows that move by themselves: one that comes or moves takes no press for a moment, as a press that was on its way was
 * meant for what was there before.
 * @param rows the selector of a row in the list
 * @returns the ref for the list, or what is around it
 */
export function useSettling<List extends HTMLElement>(rows: string): RefCallback<List> {
  const [list, setList] = useState<List | null>(null);
  const former = useRef(new Map<Element, Place>());
  const look = useEffectEvent(() => {
    if (!list) return;
    const now = placesOf(list, rows);
    if (former.current.size > 0) {
      for (const [row, place] of now) if (isFar(former.current.get(row), place)) letPressesPass(row);
    }
    former.current = now;
  });
  useLayoutEffect(() => look());
  // what is above the list changes without it, and something around both grows or shrinks
  useEffect(() => {
    if (!list) return;
    const observer = new ResizeObserver(() => look());
    for (let around = list.parentElement; around; around = around.parentElement) observer.observe(around);
    // moved by the user; where the browser moves the rows, because the page has become shorter, this comes after `look`
    const onScroll = ({ target }: Event) => {
      const isAround = target instanceof Node && target.contains(list);
      if (isAround) former.current = placesOf(list, rows);
    };
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      document.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [list, rows]);
  return setList;
}

/**
 * A button that turns into its opposite by itself takes no press for a moment, as one that was on its way was meant for
 * what it did before. It stays the same element, so that it keeps the focus.
 * @param action what a press does now
 * @returns the ref for the button
 */
export function useTurning<Target extends HTMLElement>(action: string): RefObject<Target | null> {
  const button = useRef<Target>(null);
  const former = useRef(action);
  useLayoutEffect(() => {
    if (former.current === action) return;
    former.current = action;
    if (button.current) letPressesPass(button.current);
  }, [action]);
  return button;
}
