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

/** The place of an element on its page, wherever that is scrolled to. */
function placeOf(element: HTMLElement): Place {
  const place = { x: 0, y: 0 };
  for (let at: Element | null = element; at instanceof HTMLElement; at = at.offsetParent) {
    place.x += at.offsetLeft;
    place.y += at.offsetTop;
  }
  return place;
}

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
  const former = useRef(new Map<HTMLElement, Place>());
  const look = useEffectEvent(() => {
    if (!list) return;
    const now = new Map([...list.querySelectorAll<HTMLElement>(rows)].map((row) => [row, placeOf(row)]));
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
    return () => observer.disconnect();
  }, [list]);
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
