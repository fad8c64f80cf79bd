'use client';

import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { dragPicture, mostZoom, type Size, type Square, zoomOf, zoomTo } from '#lib/wire/square.ts';

interface PhotoCropProps {
  url: string;
  size: Size;
  square: Square;
  onChange(square: Square): void;
}

const stepOfKey = 0.05;
const zoomOfKey = 1.1;

/** Crops an image: move it by pointer or arrow keys; zoom by pinch, wheel, or + and −. */
export function PhotoCrop({ url, size, square, onChange }: PhotoCropProps) {
  const t = useTranslations('photos.crop');
  const frame = useRef<HTMLElement>(null);
  /** The current position of each pointer. */
  const held = useRef(new Map<number, Point>());
  // a ref, since pointers move more often than React renders
  const latest = useRef(square);
  useLayoutEffect(() => {
    latest.current = square;
  }, [square]);
  const change = (next: Square) => {
    latest.current = next;
    onChange(next);
  };
  const zoomBy = (factor: number) => change(zoomTo(latest.current, size, zoomOf(latest.current, size) * factor));
  const drag = (right: number, down: number) => change(dragPicture(latest.current, size, right, down));

  useEffect(() => frame.current?.focus(), []);
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoomBy(event.deltaY < 0 ? zoomOfKey : 1 / zoomOfKey);
  });
  useEffect(() => {
    // React's wheel listener is passive, so `preventDefault` would not stop the dialog from scrolling
    const listen = (event: WheelEvent) => onWheel(event);
    const { current } = frame;
    current?.addEventListener('wheel', listen, { passive: false });
    return () => current?.removeEventListener('wheel', listen);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    if (typeof move === 'number') zoomBy(move);
    else drag(move[0] * stepOfKey, move[1] * stepOfKey);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!held.current.has(event.pointerId)) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    const before = gripOf(held.current);
    held.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const now = gripOf(held.current);
    // two pointers: zoom by their distance and move by their midpoint
    if (before.spread > 0) zoomBy(now.spread / before.spread);
    drag((now.x - before.x) / width, (now.y - before.y) / width);
  };
  const letGo = (event: PointerEvent<HTMLElement>) => {
    held.current.delete(event.pointerId);
  };

  return (
    <div className="grid gap-3">
      <section
        ref={frame}
        aria-label={t('frame')}
        aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight + -"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the image too
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          if (held.current.size < 2) held.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        className="relative mx-auto aspect-square w-full max-w-[min(20rem,45dvh)] cursor-grab touch-none select-none overflow-hidden rounded-md bg-unknown-soft active:cursor-grabbing"
      >
        {/* biome-ignore lint/performance/noImgElement: an object URL, which next/image cannot optimise */}
        <img
          src={url}
          alt=""
          draggable={false}
          className="absolute max-w-none"
          style={{
            width: `${(size.width / square.edge) * 100}%`,
            height: `${(size.height / square.edge) * 100}%`,
            left: `${(-square.left / square.edge) * 100}%`,
            top: `${(-square.top / square.edge) * 100}%`,
          }}
        />
      </section>
      <div className="mx-auto flex w-full max-w-[min(20rem,45dvh)] items-center gap-2">
        <Button shape="icon" aria-label={t('zoomOut')} onClick={() => zoomBy(1 / zoomOfKey)}>
          <Minus aria-hidden className="size-5" />
        </Button>
        <input
          type="range"
          aria-label={t('zoom')}
          min={1}
          max={mostZoom(size)}
          step={0.01}
          value={zoomOf(square, size)}
          onChange={(event) => change(zoomTo(square, size, Number(event.target.value)))}
          className="h-11 min-w-0 flex-1 accent-accent"
        />
        <Button shape="icon" aria-label={t('zoomIn')} onClick={() => zoomBy(zoomOfKey)}>
          <Plus aria-hidden className="size-5" />
        </Button>
      </div>
    </div>
  );
}

interface Point {
  x: number;
  y: number;
}

/** The midpoint of the pointers, and their distance; 0 for one pointer. */
function gripOf(held: ReadonlyMap<number, Point>): Point & { spread: number } {
  const [one, other = one] = [...held.values()];
  if (!one || !other) return { x: 0, y: 0, spread: 0 };
  const spread = Math.hypot(one.x - other.x, one.y - other.y);
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, spread };
}

/** By key: how far the image moves right and down, or the zoom factor. */
const moves: Record<string, readonly [number, number] | number> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  '+': zoomOfKey,
  '=': zoomOfKey,
  '-': 1 / zoomOfKey,
};
